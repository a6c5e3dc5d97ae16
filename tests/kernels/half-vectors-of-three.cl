// Functions of half work on shorts. LLVM may not take these for other memory than the program's halves: it dropped the store of
// the third element.
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t cuda:sm_90 -o - | %disasm | FileCheck %s
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
// CHECK-LABEL: .entry stored(
// CHECK-COUNT-3: st.local.b16
// CHECK: ld.local
kernel void stored(global half* out, global const half* in, global const uint* at, uint from) {
  half t[96];
  vstore3(vload3(0, in), at[0], t + from);
  const half* p = t + 3 * at[0] + from;
  for (uint i = 0; i < 3; ++i) out[i] = p[i];
}
// CHECK-LABEL: .entry loaded(
// CHECK-COUNT-3: st.local.b16
// CHECK: ld.local
kernel void loaded(global half* out, global const half* in, global const uint* at, uint from) {
  half t[96];
  half* p = t + 3 * at[0] + from;
  for (uint i = 0; i < 3; ++i) p[i] = in[i];
  vstore3(vload3(at[0], t + from), 0, out);
}
