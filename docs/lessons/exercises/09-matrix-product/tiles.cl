// Multiplies square matrices whose side is a multiple of 8, by tiles in local memory.
kernel __attribute__((reqd_work_group_size(8, 8, 1))) void tiles(global const float* a, global const float* b, global float* c, uint side) {
  local float of_a[8][8], of_b[8][8];
  const uint x = get_local_id(0), y = get_local_id(1), row = get_global_id(1), column = get_global_id(0);
  float sum = 0.0f;
  for (uint begin = 0; begin < side; begin += 8) {
    of_a[y][x] = a[row * side + begin + x];
    of_b[y][x] = b[(begin + y) * side + column];
    // HOLE: Wait, add the eight products, and wait again before the next tiles come.
    sum += of_a[y][x] * of_b[y][x];
  }
  c[row * side + column] = sum;
}
