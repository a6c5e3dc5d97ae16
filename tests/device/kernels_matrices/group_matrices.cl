#include "matrices.clh"
#include "group_matrices.clh"
#include "group_products.h"

typedef GROUP_MATRIX(int, 64, 32, CLK_COOPERATIVE_MATRIX_ACCUMULATOR) sums;
typedef GROUP_MATRIX(float, 64, 32, CLK_COOPERATIVE_MATRIX_ACCUMULATOR) reals;

sums twice(sums m) { return m + m; }

// Operators, functions, arrays and elements: 4 results of 64 by 32.
kernel __attribute__((reqd_work_group_size(32, 4, 1))) void group_operators(global const int* in, global int* out) {
  sums a = coop_mat_load(in, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 32);
  sums b;
  b = coop_mat_load(in + 2048, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 32);
  sums all[4] = {a, a, a, a};
  all[0] = twice(a) - b * 3;
  all[1] = coop_mat_init(7);
  all[1] += a / b;
  for (uint i = 0; i < coop_mat_length(sums); ++i) all[2][i] = a[i] * 10 + 1;
  reals c = clc_coop_mat_convert(a, reals);
  all[3] = clc_coop_mat_convert(c * 0.5f, sums);
  for (uint i = 0; i < 4; ++i) coop_mat_store(out + 2048 * i, all[i], CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 32);
}
