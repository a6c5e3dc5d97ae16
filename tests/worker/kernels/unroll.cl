// RUN: -t nvptx:sm_90 -t spirv64
// CHECK nvptx: (?s)\.entry unrolled\((?:(?!\bbra\b|\.entry).)*\.entry
// CHECK nvptx: (?s)\.entry rolled\((?:(?!\.entry).)*\bbra\b
// RUN: -t nvptx:sm_90 -t spirv64 -cl-std=CL2.0
// RUN: -t nvptx:sm_90 -t spirv64 -DHINT
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
