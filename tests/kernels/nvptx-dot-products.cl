// Four products of bytes are one instruction where the chip has it, in each of its four kinds.
// RUN: %clc compile %s -t nvptx:sm_61 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --implicit-check-not='{{mul|prmt}}'
// RUN: %clc compile %s -t nvptx:sm_90 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --implicit-check-not='{{mul|prmt}}'
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --implicit-check-not='{{mul|prmt}}'
// RUN: %clc compile %s -t cuda:sm_90 -cl-std=CL1.1 -o - | %disasm | FileCheck %s --implicit-check-not='{{mul|prmt}}'
// CHECK-LABEL: .entry k(
// CHECK: dp4a.s32.s32
// CHECK: dp4a.u32.u32
// CHECK: dp4a.s32.u32
// CHECK: dp4a.u32.s32
// RUN: %clc compile %s -t nvptx:sm_60 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefix=OLDER --implicit-check-not=dp4a
// OLDER-LABEL: .entry k(
// OLDER: mul.wide.s16
// RUN: %clc compile %s -t nvptx:sm_60 -t nvptx:sm_90 -cl-std=CL3.0 -cl-opt-disable -o - | %valid
kernel void k(global int* out, uint a, uint b, char4 c, uchar4 d, int sum) {
  out[0] = dot_4x8packed_ss_int(a, b);
  out[1] = (int)dot_4x8packed_uu_uint(a, b);
  out[2] = dot(c, d);
  out[3] = dot_acc_sat(d, c, sum);
}
