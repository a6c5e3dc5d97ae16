// Multiplies square matrices whose side is a multiple of 8, by tiles in local memory.
kernel __attribute__((reqd_work_group_size(8, 8, 1))) void tiles(global const float* a, global const float* b, global float* c, uint side) {
  local float of_a[8][8], of_b[8][8];
  const uint x = get_local_id(0), y = get_local_id(1), row = get_global_id(1), column = get_global_id(0);
  float sum = 0.0f;
  for (uint begin = 0; begin < side; begin += 8) {
    of_a[y][x] = a[row * side + begin + x];
    of_b[y][x] = b[(begin + y) * side + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < 8; ++k) sum += of_a[y][k] * of_b[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * side + column] = sum;
}
