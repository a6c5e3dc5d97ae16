// Options switch the extension of matrices off and on again, and -D may come before clc's own.
// RUN: %clc compile %s -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx90a -cl-ext=-all -DOFF -o - | %valid
// RUN: %clc compile %s -t spirv64 -t nvptx:sm_80 -cl-std=CL3.0 -cl-ext=-all -DOFF -o - | %valid
// RUN: %clc compile %s -t spirv64 -cl-ext=-all,+cl_khr_fp16 -DOFF -o - | %valid
// RUN: %clc compile %s -t spirv64 -cl-ext=-__cl_clang_variadic_functions -DOFF -o - | %valid
// RUN: %clc compile %s -t spirv64 -cl-ext=-cl_khr_cooperative_matrix -DOFF -o - | %valid
// RUN: %clc compile %s -t spirv64 -Ucl_khr_cooperative_matrix -DOFF -o - | %valid
// RUN: %clc compile %s -t spirv64 -cl-ext=-all,+cl_khr_cooperative_matrix -o - | %valid
// RUN: %clc compile %s -t spirv64 -cl-ext=-cl_khr_cooperative_matrix -cl-ext=+cl_khr_cooperative_matrix -o - | %valid
// RUN: %clc compile %s -t spirv64 -Dcl_khr_cooperative_matrix=2 -Werror -o - | %valid
// RUN: cp %s %t.clcpp
// RUN: %clc compile %t.clcpp -t spirv64 -cl-ext=-cl_khr_cooperative_matrix -DOFF -o - | %valid
//
// RUN: not %clc compile %s -t spirv64 -cl-ext=-cl_khr_cooperative_matrix -o %t.p 2>&1 | FileCheck %s
// CHECK: error: use of undeclared identifier 'CLK_COOPERATIVE_MATRIX_A'; this target has no cooperative matrices: a driver that takes SPIR-V runs
#ifdef OFF
#ifdef cl_khr_cooperative_matrix
#error "the extension is there"
#endif
kernel void empty() {}
#else
#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
kernel void fills(global float* p) {
  float __attribute__((coop_mat(memory_scope_sub_group, 4, 4, CLK_COOPERATIVE_MATRIX_A))) m = coop_mat_init(1.0f);
  coop_mat_store(p, m, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 4);
}
#endif
