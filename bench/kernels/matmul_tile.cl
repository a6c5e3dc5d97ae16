// Matrix product by tiles of 16 x 16 in local memory.
#define TILE 16
kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void matmul_tile(global const float* a, global const float* b,
                                                                               global float* c, int inner) {
  local float of_a[TILE][TILE];
  local float of_b[TILE][TILE];
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  const int column = get_global_id(0);
  const int row = get_global_id(1);
  const int columns = get_global_size(0);
  float sum = 0;
  for (int tile = 0; tile < inner; tile += TILE) {
    of_a[y][x] = a[row * inner + tile + x];
    of_b[y][x] = b[(tile + y) * columns + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < TILE; ++i) sum += of_a[y][i] * of_b[i][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * columns + column] = sum;
}
