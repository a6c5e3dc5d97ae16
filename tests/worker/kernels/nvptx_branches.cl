// Both sides of a branch are computed where they are a few quick operations.
// RUN: -t nvptx:sm_90 -DQUICK
// CHECK-NOT nvptx: bra
// CHECK nvptx: selp\.f32
// Not divisions, products of 64 bits, doubles, loads, nor many operations.
// RUN: -t nvptx:sm_90 -DDIVISION
// CHECK nvptx: bra
// RUN: -t nvptx:sm_90 -DLONG_PRODUCT
// CHECK nvptx: bra
// RUN: -t nvptx:sm_90 -DLOADS
// CHECK nvptx: bra
// A side of one or two operations is computed before the branch, where another leads to two.
// RUN: -t nvptx:sm_90 -DCHAIN
// CHECK nvptx: (?s)mov\.b32 \t%r\d+, 1;\s+@%p\d+ bra
// The source's hints for a loop are kept.
// RUN: -t nvptx:sm_90 -DHINTS
// CHECK-NOT nvptx: (?s)fma\.rn.*fma\.rn
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
#ifdef DIVISION
kernel void division(global float* out, global const float* in) {
  const size_t i = get_global_id(0);
  float x = in[i];
  if (x > 0) x = 1 / x + in[0] / (x + 1);
  out[i] = x;
}
#endif
#ifdef LONG_PRODUCT
kernel void steps(global uint* out) {
  ulong n = get_global_id(0) + 1;
  uint count = 0;
  while (n != 1) {
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    ++count;
  }
  out[get_global_id(0)] = count;
}
#endif
#ifdef LOADS
kernel void loads(global float* out, global const float* in) {
  const size_t i = get_global_id(0);
  float x = in[i];
  if (x > 0) x = in[i + 1] + x;
  out[i] = x;
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
