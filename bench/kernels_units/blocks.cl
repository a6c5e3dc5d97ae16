// A product of matrices, B by columns; a group makes 64 x 64 elements from tiles in local memory, whose lines are GAP bytes apart.
#include "elements.h"
#define LINE (4 * DEPTH + GAP / sizeof(in_t))
#define SIDE 64
#define ITEMS 128

static void fetch(local uint4* to, global const in_t* from, uint depth) {
  const uint vectors = 4 * DEPTH * sizeof(in_t) / 16;
  for (uint i = get_local_id(0); i < SIDE * vectors; i += ITEMS)
    to[i / vectors * (LINE * sizeof(in_t) / 16) + i % vectors] =
        ((global const uint4*)(from + i / vectors * depth))[i % vectors];
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void blocks(global const in_t* a, global const in_t* b, global sum_t* c, uint n, uint depth) {
  local in_t tile_a[SIDE * LINE] __attribute__((aligned(16))), tile_b[SIDE * LINE] __attribute__((aligned(16)));
  const uint part = get_local_id(0) / 32, row = 32 * (part / 2), column = 32 * (part % 2);
  a += SIDE * get_group_id(1) * depth;
  b += SIDE * get_group_id(0) * depth;
  mat_c sums[2][2];
  for (uint i = 0; i < 2; ++i)
    for (uint j = 0; j < 2; ++j) sums[i][j] = coop_mat_init((sum_t)0);
  for (uint k = 0; k < depth; k += 4 * DEPTH) {
    fetch((local uint4*)tile_a, a + k, depth);
    fetch((local uint4*)tile_b, b + k, depth);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 0; step < 4 * DEPTH; step += DEPTH) {
      mat_a x[2];
      mat_b y[2];
      for (uint i = 0; i < 2; ++i) {
        x[i] = coop_mat_load(tile_a + (row + 16 * i) * LINE + step, IN_ROWS, LINE);
        y[i] = coop_mat_load(tile_b + (column + 16 * i) * LINE + step, IN_COLUMNS, LINE);
      }
      for (uint i = 0; i < 2; ++i)
        for (uint j = 0; j < 2; ++j) sums[i][j] = coop_mat_mulAdd(x[i], y[j], sums[i][j]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c += (SIDE * get_group_id(1) + row) * n + SIDE * get_group_id(0) + column;
  for (uint i = 0; i < 2; ++i)
    for (uint j = 0; j < 2; ++j) coop_mat_store(c + 16 * i * n + 16 * j, sums[i][j], IN_ROWS, n);
}
