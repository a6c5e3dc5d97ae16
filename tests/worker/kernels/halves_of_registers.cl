// RUN: -t nvptx:sm_90
// CHECK-NOT nvptx: mov\.b32\s+\{
// CHECK nvptx: cvt\.u16\.u32\s+%rs\d+, %clc_high;
// CHECK nvptx: \.reg \.b32\s+%clc_high;
kernel void k(global ushort2* a, global const uint* n) {
  a[0] = a[0] / as_ushort2(n[0] * 3u);
}
