kernel void add(global int* x, int y) {
  x[get_global_id(0)] += y;
}
