// SPIR-V has vectors of 2, 3, 4, 8 and 16 only.
// RUN: -t spirv64:1.2 -t nvptx:sm_90
// CHECK-NOT spirv64: OpTypeVector %\S+ (1|5|6|7|9|1[0-5])$
kernel void k(global float16* o, global float* f, global uchar* c) {
  float16 v = o[0];
  f[0] = v.s0 + v.s1 + v.s2 + v.s3 + v.s4;
  f[1] = v.sa;
  for (int i = 0; i < 7; ++i) c[i] = c[i + 7] + 1;
  vstore3(v.s567, 1, f);
  o[1] = v.sfedcba9876543210;
}
