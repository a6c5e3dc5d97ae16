// Functions of matrices that are not defined, or call themselves.
// RUN: not %clc compile %s -t nvptx:sm_80 -DUNDEFINED -o %t.p 2>&1 | FileCheck %s --check-prefix=UNDEFINED
// RUN: not %clc compile %s -t spirv64 -DUNDEFINED -o %t.p 2>&1 | FileCheck %s --check-prefix=UNDEFINED
// RUN: not %clc compile %s -t nvptx:sm_80 -DRECURSIVE -o %t.p 2>&1 | FileCheck %s --check-prefix=RECURSIVE
// RUN: %clc compile %s -t nvptx:sm_80 -t spirv64 -t amdgcn:gfx90a -o - | %valid
#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
typedef float __attribute__((coop_mat(memory_scope_sub_group, 4, 4, CLK_COOPERATIVE_MATRIX_A))) mat;
mat undefined(mat m);
mat pong(mat m);
// RECURSIVE: [[#@LINE+1]]:{{[0-9]+}}: error: OpenCL has no recursion
mat ping(mat m) { return pong(m); }
mat pong(mat m) {
  if (m[0] > 1) return ping(m);
  return m;
}
void unreached(void) {
  mat m = coop_mat_init(1.0f);
  ping(m);
}

kernel void calls(global float* p) {
  mat m = coop_mat_load(p, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 4);
  m = m * m + m;  // by an intrinsic, which is a function of matrices, too
#if defined UNDEFINED
  // UNDEFINED: [[#@LINE+1]]:{{[0-9]+}}: error: 'undefined' is used here, and it is neither defined in this source nor a builtin
  m = undefined(m);
#elif defined RECURSIVE
  m = ping(m);
#endif
  coop_mat_store(p, m, CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR, 4);
}
