#include "matrices.clh"
#include "matrix_products.h"

typedef MATRIX(int, 16, 8, CLK_COOPERATIVE_MATRIX_ACCUMULATOR) sums;
typedef MATRIX(float, 16, 8, CLK_COOPERATIVE_MATRIX_ACCUMULATOR) reals;
typedef MATRIX(char, 16, 16, CLK_COOPERATIVE_MATRIX_A) left;
typedef MATRIX(char, 16, 8, CLK_COOPERATIVE_MATRIX_B) right;

sums twice(sums m) { return m + m; }

// Each operator, functions, arrays and elements: 8 results of 16 by 8.
kernel void operators(global const int* in, global int* out) {
  sums a = coop_mat_load(in, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 8);
  sums b;
  b = coop_mat_load(in + 128, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 8);
  sums all[8] = {a, a, a, a, a, a, a, a};
  all[0] = a + b;
  all[1] = -(a - b);
  all[2] = a * 3 + b;
  all[3] = twice(a) * b;
  all[4] = a / b;
  all[5] = coop_mat_init(7);
  all[5] += a;
  all[5] *= 2;
  for (uint i = 0; i < coop_mat_length(sums); ++i) all[6][i] = a[i] * 10 + 1;
  reals c = clc_coop_mat_convert(a, reals);
  all[7] = clc_coop_mat_convert(c * 0.5f, sums);
  for (uint i = 0; i < 8; ++i) coop_mat_store(out + 128 * i, all[i], CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 8);
}

// Through local memory, in a loop, and where the result overwrites what was loaded.
kernel void places(global const char* in, global int* out, uint turns) {
  local char copy[384];
  for (uint i = get_local_id(0); i < 384; i += get_local_size(0)) copy[i] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  left x = coop_mat_load((local char*)copy, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 16);
  right y = coop_mat_load((local char*)copy + 256, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 8);
  for (uint i = 0; i < turns; ++i) {
    sums z = coop_mat_load(out, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 8);
    z = coop_mat_mulAdd(x, y, z);
    coop_mat_store(out, z, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 8);
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
