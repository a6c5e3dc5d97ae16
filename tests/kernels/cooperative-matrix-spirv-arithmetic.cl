// Arithmetic of elements and conversions, with SPV_KHR_cooperative_matrix: instructions over whole matrices, which LLVM does not write.
// RUN: rm -rf %t && %clc compile %s -t spirv64:1.2,SPV_KHR_cooperative_matrix -cl-std=CL3.0 --dump-dir %t -o %t/p
// RUN: python3 %S/matrix_instructions.py %t/cooperative-matrix-spirv-arithmetic.spirv64_1.2_SPV_KHR_cooperative_matrix.spv | FileCheck %s
// RUN: %clc compile %s -t spirv64:1.2 -cl-std=CL3.0 -o - | %valid
#pragma OPENCL EXTENSION cl_khr_cooperative_matrix : enable
#define MATRIX(type, use) type __attribute__((coop_mat(memory_scope_sub_group, 16, 16, CLK_COOPERATIVE_MATRIX_##use)))
#define ROWS CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR
typedef MATRIX(float, ACCUMULATOR) mat_f;
typedef MATRIX(int, ACCUMULATOR) mat_i;
typedef MATRIX(uint, ACCUMULATOR) mat_u;
typedef MATRIX(short, ACCUMULATOR) mat_s;

// CHECK-NOT: FunctionCall
kernel void floats(global float* p, float by) {
  mat_f a = coop_mat_load(p, ROWS, 16), b = coop_mat_load(p + 256, ROWS, 16);
  // CHECK: FAdd
  a = a + b;
  // CHECK: FSub
  a = a - b;
  // CHECK: FMul
  // CHECK-NEXT: FAdd
  a = a * b + a;
  // CHECK: FNegate
  a = -a;
  // CHECK: FDiv
  a = a / b;
  // CHECK: CompositeConstruct
  // CHECK-NEXT: FMul
  a = 3.0f * a;
  // CHECK: CompositeConstruct
  // CHECK-NEXT: FDiv
  a /= by;
  coop_mat_store(p, a, ROWS, 16);
}

kernel void integers(global int* p, global uint* q, int by) {
  mat_i a = coop_mat_load(p, ROWS, 16), b = coop_mat_load(p + 256, ROWS, 16);
  mat_u u = coop_mat_load(q, ROWS, 16);
  // CHECK: IAdd
  a = a + b;
  // CHECK: ISub
  a = a - b;
  // CHECK: CompositeConstruct
  // CHECK-NEXT: ISub
  a = -a;
  // CHECK: IMul
  a = a * b;
  // CHECK: SDiv
  a = a / b;
  // CHECK: UDiv
  u = u / u;
  // CHECK: Phi
  // CHECK: IMul
  for (int i = 0; i < by; ++i) a = a * by + b;
  coop_mat_store(p, a, ROWS, 16);
  coop_mat_store(q, u, ROWS, 16);
}

kernel void conversions(global int* p, global float* q, global short* s) {
  mat_i a = coop_mat_load(p, ROWS, 16);
  // CHECK: ConvertSToF
  mat_f f = clc_coop_mat_convert(a, mat_f);
  // CHECK: UConvert
  mat_s n = clc_coop_mat_convert(a, mat_s);
  // CHECK: ConvertFToS
  a = clc_coop_mat_convert(f, mat_i);
  // CHECK: SConvert
  a += clc_coop_mat_convert(n, mat_i);
  // CHECK: ConvertFToU
  mat_u u = clc_coop_mat_convert(f, mat_u);
  // CHECK: ConvertUToF
  f = clc_coop_mat_convert(u, mat_f);
  coop_mat_store(p, a, ROWS, 16);
  coop_mat_store(q, f, ROWS, 16);
  coop_mat_store(s, n, ROWS, 16);
}
