// One step of Floyd and Warshall: paths by way of node `via`.
kernel void floyd_warshall(global const int* in, global int* out, int via) {
  const int to = get_global_id(0);
  const int from = get_global_id(1);
  const int nodes = get_global_size(0);
  const int by_way = in[from * nodes + via] + in[via * nodes + to];
  const int direct = in[from * nodes + to];
  out[from * nodes + to] = by_way < direct ? by_way : direct;
}
