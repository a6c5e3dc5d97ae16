// One tile of c = a * b for each group; n is a multiple of TILE.
#ifndef TILE
#define TILE 16
#endif
#ifndef ROWS
#define ROWS 1
#endif
kernel __attribute__((reqd_work_group_size(TILE, TILE / ROWS, 1)))
void matmul(global const float* a, global const float* b, global float* c, uint n) {
  local float ta[TILE][TILE], tb[TILE][TILE];
  const uint x = get_local_id(0), y = get_local_id(1) * ROWS;
  const uint column = get_group_id(0) * TILE + x, row = get_group_id(1) * TILE + y;
  float sums[ROWS] = {0};
  for (uint k = 0; k < n; k += TILE) {
    for (uint r = 0; r < ROWS; ++r) {
      ta[y + r][x] = a[(row + r) * n + k + x];
      tb[y + r][x] = b[(k + y + r) * n + column];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = 0; i < TILE; ++i)
      for (uint r = 0; r < ROWS; ++r) sums[r] = fma(ta[y + r][i], tb[i][x], sums[r]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (uint r = 0; r < ROWS; ++r) c[(row + r) * n + column] = sums[r];
}
