// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --implicit-check-not='mov.b32 {'
// CHECK-LABEL: .entry k(
// CHECK: .reg .b32 %clc_high;
// CHECK: cvt.u16.u32 %rs{{[0-9]+}}, %clc_high;
kernel void k(global ushort2* a, global const uint* n) {
  a[0] = a[0] / as_ushort2(n[0] * 3u);
}
