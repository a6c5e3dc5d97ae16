// C's `inline` counts on a definition in another file; there is none in OpenCL.
// RUN: %clc compile %s -t spirv64:1.2 -t nvptx:sm_90 -o - | %valid
// RUN: %clc compile %s -t spirv64:1.2 -t nvptx:sm_90 -O0 -o - | %valid
// RUN: %clc compile %s -t spirv64:1.2 -t nvptx:sm_90 -O1 -o - | %valid
// RUN: %clc compile %s -t spirv64:1.2 -t nvptx:sm_90 -cl-opt-disable -g -o - | %valid
inline float twice(float x) { return x + x; }
extern inline float thrice(float x) { return x + x + x; }
static inline float half_of(float x) { return x * 0.5f; }
inline __attribute__((noinline)) float big(float x, int n) {
  for (int i = 0; i < n; ++i) x = sin(x) * half_of(x) + twice(x);
  return x;
}
kernel void k(global float* o, int n) { o[0] = big(o[1], n) + big(o[2], n) + thrice(o[3]); }
