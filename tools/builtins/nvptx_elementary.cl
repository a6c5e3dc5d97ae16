// Functions that libclc calls in NVIDIA's libdevice, by its names: with our own, a toolkit that is there or is not
// changes no result.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

float nvvm_sqrt_f(float) __asm("llvm.nvvm.sqrt.rn.f");
float nvvm_sqrt_approx_f(float) __asm("llvm.nvvm.sqrt.approx.f");  // 2 ulp
double nvvm_sqrt_d(double) __asm("llvm.nvvm.sqrt.rn.d");
float nvvm_rsqrt_approx_f(float) __asm("llvm.nvvm.rsqrt.approx.f");  // 2 ulp

// -cl-fp32-correctly-rounded-divide-sqrt; nvptx.cpp defines it.
extern constant int clc_is_sqrt_exact;

float __nv_sqrtf(float x) { return clc_is_sqrt_exact ? nvvm_sqrt_f(x) : nvvm_sqrt_approx_f(x); }
double __nv_sqrt(double x) { return nvvm_sqrt_d(x); }
float __nv_rsqrtf(float x) { return nvvm_rsqrt_approx_f(x); }
double __nv_rsqrt(double x) { return rsqrt(x); }
int __nv_isinff(float x) { return (as_uint(x) & 0x7fffffffu) == 0x7f800000u; }
int __nv_isinfd(double x) { return (as_ulong(x) & 0x7fffffffffffffffUL) == 0x7ff0000000000000UL; }

// log(x) = k ln 2 + log(m), m in [sqrt(1/2), sqrt(2)); log(m) = 2 atanh(s), s = (m - 1) / (m + 1),
// by the odd power series of atanh.
float __nv_logf(float x) {
  if (x != x || x < 0.0f) return NAN;
  if (x == 0.0f) return -INFINITY;
  if (x == INFINITY) return x;
  int k = 0;
  if (x < 0x1p-126f) {
    x *= 0x1p25f;
    k = -25;
  }
  const uint bits = as_uint(x) - 0x3f3504f3u;  // sqrt(1/2)
  k += (int)bits >> 23;
  const float m = as_float((bits & 0x007fffffu) + 0x3f3504f3u);
  const float f = m - 1.0f;
  const float s = f / (2.0f + f);
  const float z = s * s;
  const float r = z * fma(z, fma(z, fma(z, 2.0f / 9.0f, 2.0f / 7.0f), 2.0f / 5.0f), 2.0f / 3.0f);
  // 2 s = f - s f, so that the large part of log(m) is f itself, exactly.
  const float low = fma((float)k, 9.0580006145e-06f, s * (r - f));
  return fma((float)k, 6.9313812256e-01f, f + low);
}

double __nv_log(double x) { return log(x); }

// sin(pi x): x is reduced exactly, to at most 1/2; then sine to 1/4, and from there the cosine of what is left to 1/2.
// The product with pi is carried in two parts.
float __nv_sinpif(float x) {
  if (!isfinite(x)) return NAN;
  const float n = rint(x);
  const float t = fabs(x - n);
  const bool is_negative = signbit(x - n) != (n * 0.5f != trunc(n * 0.5f));
  if (t == 0) return copysign(0.0f, x);
  const float a = t > 0.25f ? 0.5f - t : t;
  const float y = a * 0x1.921fb6p+1f;
  const float rest = fma(a, 0x1.921fb6p+1f, -y) - a * 0x1.777a5cp-24f;
  const float z = y * y;
  float result;
  if (t > 0.25f) {
    float p = -1.0f / 3628800;
    p = fma(z, p, 1.0f / 40320);
    p = fma(z, p, -1.0f / 720);
    p = fma(z, p, 1.0f / 24);
    result = 1 - fma(z, 0.5f, -z * z * p);
  } else {
    float p = 1.0f / 362880;
    p = fma(z, p, -1.0f / 5040);
    p = fma(z, p, 1.0f / 120);
    p = fma(z, p, -1.0f / 6);
    result = y + fma(y * z, p, rest);
  }
  return is_negative ? -result : result;
}

double __nv_sinpi(double x) { return sinpi(x); }
