// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s
// CHECK-LABEL: .entry unrolled(
// CHECK-NOT: bra
// CHECK-COUNT-32: add.rn.f32
// CHECK-NOT: bra
// CHECK-LABEL: .entry rolled(
// CHECK: add.rn.f32
// CHECK-NOT: add.rn.f32
// CHECK: bra
// CHECK-NOT: add.rn.f32
// RUN: %clc compile %s -t nvptx:sm_90 -t spirv64 -cl-std=CL2.0 -o - | %valid
// RUN: %clc compile %s -t nvptx:sm_90 -DHINT -o - | %disasm | FileCheck %s --check-prefix=HINT
// HINT-LABEL: .entry hinted(
// HINT-COUNT-4: add.rn.f32
// HINT: bra
kernel void unrolled(global float* o) {
  float s = 0;
#pragma unroll
  for (int i = 0; i < 32; ++i) s += o[i * 3];
  o[0] = s;
}
kernel void rolled(global float* o, int n) {
  float s = 0;
#pragma unroll 1
  for (int i = 0; i < n; ++i) s += o[i * 3];
  o[0] = s;
}
#ifdef HINT
kernel void hinted(global float* o, int n) {
  float s = 0;
  __attribute__((opencl_unroll_hint(4)))
  for (int i = 0; i < n; ++i) s += o[i * 3];
  o[0] = s;
}
#endif
