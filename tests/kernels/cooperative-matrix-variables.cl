// A function's result is read after the function's variables end.
// RUN: %clc compile %s -t spirv64 -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t nvptx:sm_80 -t amdgcn:gfx1100 -o - | %valid
#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
typedef float __attribute__((coop_mat(memory_scope_sub_group, 4, 4, CLK_COOPERATIVE_MATRIX_A))) mat;
mat clamped(mat m) {
  mat r;
  r = m;
  for (uint i = 0; i < coop_mat_length(mat); ++i) r[i] = fmax(r[i], 0.0f);
  return r;
}

// CHECK: OpFunctionCall %float %spirv_llvm_maxnum_f32
// CHECK: OpFAdd
// CHECK: OpStore
kernel void sum_of_clamped(global float* p, global float* q) {
  mat c = coop_mat_load(p, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 4);
  float sum = 0;
  for (uint i = 0; i < coop_mat_length(mat); ++i) sum += clamped(c)[i];
  q[0] = sum;
}
