// normalize() of vectors with infinite elements, which libclc makes NaN; libclc_ functions are libclc's own (see
// nvptx_renamed.yaml).
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define FN __attribute__((overloadable, always_inline))

#define NORMALIZE(V, NAME, ANY)                                                \
  V libclc_normalize(V) __attribute__((overloadable)) __asm(NAME);              \
  FN V normalize(V v) {                                                        \
    const V without = isinf(v) ? copysign((V)1, v) : 0 * v;                     \
    return libclc_normalize(ANY(isinf(v)) ? without : v);                       \
  }
#define SELF(X) (X)
NORMALIZE(float, "libclc_normalize_f", SELF)
NORMALIZE(float2, "libclc_normalize2_f", any)
NORMALIZE(float3, "libclc_normalize3_f", any)
NORMALIZE(float4, "libclc_normalize4_f", any)
NORMALIZE(double, "libclc_normalize_d", SELF)
NORMALIZE(double2, "libclc_normalize2_d", any)
NORMALIZE(double3, "libclc_normalize3_d", any)
NORMALIZE(double4, "libclc_normalize4_d", any)
