// C = A·B by the matrix units of work-groups: each computes ROWS by COLUMNS of C after another from tiles in local
// memory, while those to come are fetched. A is m by k, B k by n, C m by n, all in rows but B of bytes; m, n and k are
// multiples of ROWS, COLUMNS and DEPTH, and k has AHEAD tiles. bench/peers/group_products.cpp runs it.
#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
#ifndef ROWS
#define ROWS 128
#define COLUMNS 256
#define DEPTH 64    // of a tile
#define STAGES 4    // tiles of A, and of B
#define ITEMS 256
#define PRODUCTS 1  // that run while others are issued
#define BAND 8      // results below one another that groups compute at the same time
#endif
#define AHEAD (STAGES - 1 - PRODUCTS)
#define MATRIX(rows, columns, ...) __attribute__((coop_mat(memory_scope_work_group, rows, columns, __VA_ARGS__)))
#define IN_ROWS CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR
#define READ
#define LAYOUT_B IN_ROWS
#ifdef BFLOAT
typedef ushort element;
#undef READ
#define READ , CLK_COOPERATIVE_MATRIX_BFLOAT16_CLC
#elif defined(BYTES)
typedef char element;
#undef LAYOUT_B
#define LAYOUT_B CLK_COOPERATIVE_MATRIX_LAYOUT_COLUMN_MAJOR
#else
typedef half element;
#endif
#ifdef BYTES
typedef int sum_t;
#else
typedef float sum_t;
#endif
typedef element MATRIX(ROWS, DEPTH, CLK_COOPERATIVE_MATRIX_A READ) mat_a;
typedef element MATRIX(DEPTH, COLUMNS, CLK_COOPERATIVE_MATRIX_B READ) mat_b;
typedef sum_t MATRIX(ROWS, COLUMNS, CLK_COOPERATIVE_MATRIX_ACCUMULATOR) mat_c;
#ifdef HALF_SUMS
typedef half result_t;
#else
typedef sum_t result_t;
#endif
typedef result_t MATRIX(ROWS, COLUMNS, CLK_COOPERATIVE_MATRIX_ACCUMULATOR) mat_out;

// The tile of B that `step` tiles lie above, where its columns begin.
global const element* tile_of_b(global const element* b, uint step, uint column, uint n, uint k) {
#ifdef BYTES
  return b + (size_t)column * k + step * DEPTH;
#else
  return b + (size_t)step * DEPTH * n + column;
#endif
}

// Row and column of result `index`.
uint2 place(uint index, uint m, uint n) {
  const uint across = n / COLUMNS;
  const uint band = index / (BAND * across), in_band = index % (BAND * across);
  const uint height = min((uint)BAND, m / ROWS - band * BAND);
  return (uint2)((band * BAND + in_band % height) * ROWS, in_band / height * COLUMNS);
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void matmul(global const element* restrict a,
                                                                     global const element* restrict b,
                                                                     global result_t* restrict c, uint m, uint n, uint k) {
  local element tiles_a[STAGES][ROWS * DEPTH];
  local element tiles_b[STAGES][DEPTH * COLUMNS];
  const size_t line_b = LAYOUT_B == IN_ROWS ? n : k;
  const uint results = m / ROWS * (n / COLUMNS), steps = k / DEPTH;
  uint to_fetch = get_group_id(0), step_to_fetch = 0, stage = 0;
  uint2 from = place(to_fetch, m, n);
  for (uint i = 0; i < AHEAD; ++i) {
    mat_a x = clc_coop_mat_tile(tiles_a[i], IN_ROWS);
    mat_b y = clc_coop_mat_tile(tiles_b[i], LAYOUT_B);
    clc_coop_mat_fetch(x, a + (size_t)from.x * k + step_to_fetch * DEPTH, k);
    clc_coop_mat_fetch(y, tile_of_b(b, step_to_fetch, from.y, n, k), line_b);
    ++step_to_fetch;
  }
  for (uint result = get_group_id(0); result < results; result += get_num_groups(0)) {
    mat_c sum = coop_mat_init((sum_t)0);
    for (uint step = 0; step < steps; ++step) {
      clc_coop_mat_wait(2 * (AHEAD - 1), PRODUCTS);
      mat_a x = clc_coop_mat_tile(tiles_a[stage], IN_ROWS);
      mat_b y = clc_coop_mat_tile(tiles_b[stage], LAYOUT_B);
      sum = coop_mat_mulAdd(x, y, sum);
      if (step_to_fetch == steps) {
        // Behind the last one it is fetched again, so that as many fetches are on their way as before.
        if (to_fetch + get_num_groups(0) < results) to_fetch += get_num_groups(0);
        from = place(to_fetch, m, n);
        step_to_fetch = 0;
      }
      const uint free = (stage + AHEAD) % STAGES;
      x = clc_coop_mat_tile(tiles_a[free], IN_ROWS);
      y = clc_coop_mat_tile(tiles_b[free], LAYOUT_B);
      clc_coop_mat_fetch(x, a + (size_t)from.x * k + step_to_fetch * DEPTH, k);
      clc_coop_mat_fetch(y, tile_of_b(b, step_to_fetch, from.y, n, k), line_b);
      ++step_to_fetch;
      stage = (stage + 1) % STAGES;
    }
    const uint2 to = place(result, m, n);
    mat_out out = clc_coop_mat_convert(sum, mat_out);
    coop_mat_store(c + (size_t)to.x * n + to.y, out, IN_ROWS, n);
  }
  clc_coop_mat_wait(0, 0);
}
