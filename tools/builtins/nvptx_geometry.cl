// Lengths of vectors. libclc tests for sums of squares beyond float's range twice.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define FN __attribute__((overloadable, always_inline))
#define INNER static __attribute__((overloadable, always_inline))

float nvvm_sqrt(float) __asm("llvm.nvvm.sqrt.approx.ftz.f");
float nvvm_rsqrt(float) __asm("llvm.nvvm.rsqrt.approx.ftz.f");
float nvvm_div_full(float, float) __asm("llvm.nvvm.div.full");  // 2 ulp

#include "normal_vectors.clh"

// True where no part of a square that matters was lost, and the square is no denormal number.
INNER bool is_in_range(float square) { return as_uint(square) - as_uint(0x1p-90f) < as_uint(0x1p127f) - as_uint(0x1p-90f); }

// Scaled, the smallest number has a square, and so have four of the largest ones.
#define DOWN 0x1p-66f
#define UP 0x1p86f

#define LENGTH(V)                                                              \
  FN float length(V v) {                                                       \
    const float plain = square_of(v);                                          \
    if (is_in_range(plain)) return nvvm_sqrt(plain);                           \
    const float most = largest(v);                                             \
    if (most == INFINITY) return INFINITY;                                     \
    const bool is_large = most > 1;                                            \
    return nvvm_sqrt(square_of(v * (is_large ? DOWN : UP))) * (is_large ? 1 / DOWN : 1 / UP);\
  }                                                                            \
  FN float distance(V a, V b) { return length(a - b); }                        \
  FN V normalize(V v) {                                                        \
    const float plain = square_of(v);                                          \
    if (is_in_range(plain)) return v * nvvm_rsqrt(plain);                      \
    const float most = largest(v);                                             \
    if (most == 0 && plain == plain) return v;                                 \
    if (most == INFINITY) {                                                    \
      v = isinf(v) ? copysign((V)1, v) : 0 * v;                                \
    } else if (most > 1) {                                                     \
      return v * nvvm_rsqrt(square_of(v * DOWN)) * DOWN; /* digits of small elements are kept */ \
    } else {                                                                   \
      v *= UP;                                                                 \
    }                                                                          \
    return v * nvvm_rsqrt(square_of(v));                                       \
  }
LENGTH(float2) LENGTH(float3) LENGTH(float4)

// The error may be 1e-5, absolutely.
FN float smoothstep(float low, float high, float x) {
  const float t = fmin(fmax(nvvm_div_full(x - low, high - low), 0.0f), 1.0f);
  return t * t * fma(t, -2.0f, 3.0f);
}
#define SMOOTHSTEP(N, A, B)                                                    \
  FN float##N smoothstep(float##N low, float##N high, float##N x) {            \
    return (float##N)(smoothstep(low.A, high.A, x.A), smoothstep(low.B, high.B, x.B)); \
  }                                                                            \
  FN float##N smoothstep(float low, float high, float##N x) {                  \
    return smoothstep((float##N)low, (float##N)high, x);                       \
  }
SMOOTHSTEP(2, x, y) SMOOTHSTEP(3, xy, z) SMOOTHSTEP(4, lo, hi) SMOOTHSTEP(8, lo, hi) SMOOTHSTEP(16, lo, hi)

SQUARES(double)
NORMALIZE_SCALAR(float) NORMALIZE_SCALAR(double)
NORMALIZE_DOUBLE(double2) NORMALIZE_DOUBLE(double3) NORMALIZE_DOUBLE(double4)
