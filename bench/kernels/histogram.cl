// Histogram of bytes, counted in local memory first.
kernel void histogram(global const uchar* in, global uint* counts, int each) {
  local uint mine[256];
  for (int i = get_local_id(0); i < 256; i += get_local_size(0)) mine[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int size = get_global_size(0);
  for (int i = 0; i < each; ++i) atomic_inc(&mine[in[i * size + get_global_id(0)]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_local_id(0); i < 256; i += get_local_size(0)) atomic_add(&counts[i], mine[i]);
}
