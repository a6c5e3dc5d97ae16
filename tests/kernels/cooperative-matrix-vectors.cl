// A vector as long as one that stands for a matrix is refused, before and behind the first matrix, and permitted in a
// program without.
// RUN: not %clc compile %s -DMATRICES -t nvptx:sm_90 -cl-std=CL3.0 -o %t.p 2>&1 | FileCheck %s
// RUN: %clc compile %s -t nvptx:sm_90 -cl-std=CL3.0 -o %t.p
// RUN: cp %s %t.clcpp
// RUN: not %clc compile %t.clcpp -DMATRICES -t amdgcn:gfx90a -o %t.p 2>&1 | FileCheck %s
#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable

// CHECK-DAG: [[#@LINE+1]]:{{[0-9]+}}: error: a vector of 2217 elements stands for a cooperative matrix: take another length
typedef float before __attribute__((ext_vector_type(2217)));
#ifdef MATRICES
typedef float __attribute__((coop_mat(memory_scope_sub_group, 16, 16, CLK_COOPERATIVE_MATRIX_ACCUMULATOR))) sums;
typedef const sums constant_sums;
sums twice(sums m) { return m + m; }
#endif
// CHECK-DAG: [[#@LINE+1]]:{{[0-9]+}}: error: a vector of 2217 elements stands for a cooperative matrix: take another length
typedef float behind __attribute__((vector_size(4 * 2217)));

kernel void k(global float* out) {
  behind all;
  for (int i = 0; i < 2217; ++i) all[i] = i;
  out[0] = all[7];
#ifdef MATRICES
  sums c = coop_mat_init(0.0f);
  coop_mat_store(out, twice(c), CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 16);
#endif
  // CHECK-DAG: [[#@LINE+1]]:{{[0-9]+}}: error: a vector of 2053 elements stands for a cooperative matrix: take another length
  float __attribute__((ext_vector_type(2053))) own = 1;
  out[1] = own[0];
}
// CHECK-NOT: error: a vector
