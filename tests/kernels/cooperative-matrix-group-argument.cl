// A kernel whose functions make tiles of its argument, of which only the caller knows where it begins.
// RUN: not %clc compile %s -t cuda:sm_90a -cl-std=CL3.0 -o %t.p 2>&1 | FileCheck %s
// CHECK: of_argument: a kernel with tiles in local memory takes no local memory as an argument
#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
typedef float __attribute__((coop_mat(memory_scope_work_group, 64, 32, CLK_COOPERATIVE_MATRIX_A))) float_a;
void fill(local float* l, global const float* from) {
  float_a x = clc_coop_mat_tile(l, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR);
  clc_coop_mat_fetch(x, from, 32);
}
kernel __attribute__((reqd_work_group_size(128, 1, 1))) void of_argument(local float* l, global const float* from) {
  fill(l, from);
}
