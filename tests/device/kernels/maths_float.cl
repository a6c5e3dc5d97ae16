#define T float
#define T4 float4
#include "maths.clh"

UNARY(half_cos)
UNARY(half_exp)
UNARY(half_exp2)
UNARY(half_exp10)
UNARY(half_log)
UNARY(half_log2)
UNARY(half_log10)
UNARY(half_recip)
UNARY(half_rsqrt)
UNARY(half_sin)
UNARY(half_sqrt)
UNARY(half_tan)
BINARY(half_divide)
BINARY(half_powr)
UNARY(native_cos)
UNARY(native_exp)
UNARY(native_exp2)
UNARY(native_exp10)
UNARY(native_log)
UNARY(native_log2)
UNARY(native_log10)
UNARY(native_recip)
UNARY(native_rsqrt)
UNARY(native_sin)
UNARY(native_sqrt)
UNARY(native_tan)
BINARY(native_divide)
BINARY(native_powr)

kernel void fast_geometry(global const float* a, global const float* b, global float* out) {
  const int i = get_global_id(0), n = get_global_size(0);
  const float4 x = vload4(i, a), y = vload4(i, b);
  out[i] = fast_length(x);
  out[n + i] = fast_distance(x, y);
  out[2 * n + i] = fast_length(x.xyz);
  out[3 * n + i] = fast_distance(x.xy, y.xy);
  vstore4(fast_normalize(x), i, out + 4 * n);
  vstore3(fast_normalize(x.xyz), i, out + 8 * n);
}
