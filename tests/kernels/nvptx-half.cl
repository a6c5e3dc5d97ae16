// Arithmetic on half is the chip's own from sm_53 on; older chips do not announce it.
// RUN: %clc compile %s -t nvptx:sm_53 -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t nvptx:sm_53 -cl-std=CL3.0 -o - | %disasm | FileCheck %s
// CHECK: vprintf
// CHECK-LABEL: .entry k(
// CHECK: add.rn.f16
// CHECK: div.rn.f32
// CHECK: sqrt.rn.f32
// CHECK: fma.rn.f16x2
// RUN: %clc compile %s -t nvptx:sm_50 -o - | %disasm | FileCheck %s --check-prefix=OLDER --implicit-check-not=.f16
// OLDER: .entry is_there_everywhere(
// OLDER: st.global.b32
kernel void is_there_everywhere(global int* o) { o[0] = 1; }
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void k(global half* o, global half4* v, half s) {
  o[0] = o[1] + s;
  o[2] = o[3] / s;
  o[4] = sqrt(s);
  v[2] = v[3] * v[4] + v[5];
  printf("%f %v4hf\n", s, v[6]);
}
#endif
