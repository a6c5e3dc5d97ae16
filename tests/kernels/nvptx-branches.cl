// Both sides of a branch are computed where they are a few quick operations.
// RUN: %clc compile %s -t nvptx:sm_90 -DQUICK -o - | %disasm | FileCheck %s --check-prefix=QUICK --implicit-check-not='{{[[:space:]]}}bra'
// QUICK-LABEL: .entry quick(
// QUICK: selp.f32
// A side of one or two operations is computed before the branch, where another leads to two.
// RUN: %clc compile %s -t nvptx:sm_90 -DCHAIN -o - | %disasm | FileCheck %s --check-prefix=CHAIN
// CHAIN-LABEL: .entry chain(
// CHAIN: mov.b32 %r{{[0-9]+}}, 1;
// CHAIN-NEXT: @%p{{[0-9]+}} bra
// The source's hints for a loop are kept.
// RUN: %clc compile %s -t nvptx:sm_90 -DHINTS -o - | %disasm | FileCheck %s --check-prefix=HINTS
// HINTS-LABEL: .entry hints(
// HINTS: .pragma "nounroll";
// HINTS: fma.rn
// HINTS-NOT: fma.rn
// HINTS: ret;
#ifdef QUICK
float cubic(float t) {
  t = fabs(t);
  return t >= 2.0f  ? 0.0f
         : t > 1.0f ? 0.5f * (t * (-t * t + 5.0f * t - 8.0f) + 4.0f)
                    : 0.5f * (t * (3.0f * t * t - 5.0f * t) + 2.0f);
}
kernel void quick(global float* out, global const float* in) {
  const size_t i = get_global_id(0);
  out[i] = cubic(in[i]);
}
#endif
#ifdef CHAIN
kernel void chain(global int* out, global const char* in, int size) {
  int at = get_global_id(0);
  while (at < size) {
    int value = in[at];
    int step = 1;
    if (value == -128) {
      value = in[at + 1];
      step = 2;
      if (value == -128) {
        value = in[at + 2] << 8 | in[at + 3];
        step = 4;
      }
    }
    out[at] = value;
    at += step;
  }
}
#endif
#ifdef HINTS
kernel void hints(global float* out, int count) {
  float x = out[0];
#pragma unroll 1
  for (int i = 0; i < count; ++i) {
    x = x * x + 1.0f;
    if (x > 4.0f) x -= 4.0f;
  }
  out[0] = x;
}
#endif
