// Stands in for the functions of libdevice that libclc calls, on machines without the CUDA toolkit.
// libdevice is preferred where it is installed.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

float nvvm_sqrt_f(float) __asm("llvm.nvvm.sqrt.rn.f");
double nvvm_sqrt_d(double) __asm("llvm.nvvm.sqrt.rn.d");
float nvvm_rsqrt_approx_f(float) __asm("llvm.nvvm.rsqrt.approx.f");

float __nv_sqrtf(float x) { return nvvm_sqrt_f(x); }
double __nv_sqrt(double x) { return nvvm_sqrt_d(x); }
float __nv_rsqrtf(float x) { return nvvm_rsqrt_approx_f(x); }  // 2 ulp
double __nv_rsqrt(double x) { return 1.0 / nvvm_sqrt_d(x); }
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
  const float r = z * __builtin_fmaf(z, __builtin_fmaf(z, __builtin_fmaf(z, 2.0f / 9.0f, 2.0f / 7.0f), 2.0f / 5.0f), 2.0f / 3.0f);
  // 2 s = f - s f, so that the large part of log(m) is f itself, exactly.
  const float low = __builtin_fmaf((float)k, 9.0580006145e-06f, s * (r - f));
  return __builtin_fmaf((float)k, 6.9313812256e-01f, f + low);
}

double __nv_log(double x) {
  if (x != x || x < 0.0) return NAN;
  if (x == 0.0) return -INFINITY;
  if (x == INFINITY) return x;
  int k = 0;
  if (x < 0x1p-1022) {
    x *= 0x1p54;
    k = -54;
  }
  const ulong base = 0x3fe6a09e667f3bcdUL;  // sqrt(1/2)
  const ulong bits = as_ulong(x) - base;
  k += (int)((long)bits >> 52);
  const double m = as_double((bits & 0x000fffffffffffffUL) + base);
  const double f = m - 1.0;
  const double s = f / (2.0 + f);
  const double z = s * s;
  double r = 2.0 / 25.0;
  r = __builtin_fma(z, r, 2.0 / 23.0);
  r = __builtin_fma(z, r, 2.0 / 21.0);
  r = __builtin_fma(z, r, 2.0 / 19.0);
  r = __builtin_fma(z, r, 2.0 / 17.0);
  r = __builtin_fma(z, r, 2.0 / 15.0);
  r = __builtin_fma(z, r, 2.0 / 13.0);
  r = __builtin_fma(z, r, 2.0 / 11.0);
  r = __builtin_fma(z, r, 2.0 / 9.0);
  r = __builtin_fma(z, r, 2.0 / 7.0);
  r = __builtin_fma(z, r, 2.0 / 5.0);
  r = __builtin_fma(z, r, 2.0 / 3.0);
  r *= z;
  const double low = __builtin_fma((double)k, 1.90821492927058770002e-10, s * (r - f));
  return __builtin_fma((double)k, 6.93147180369123816490e-01, f + low);
}

// sin(pi x): reduced exactly to |t| <= 1/2 and a sign; then Taylor in (pi t).
float __nv_sinpif(float x) {
  if (x - x != x - x) return NAN;
  const float n = __builtin_rintf(x);
  float t = x - n;
  const float sign = n == 2.0f * __builtin_truncf(n * 0.5f) ? 1.0f : -1.0f;
  // |pi t| <= pi/2
  const float y = t * M_PI_F;
  const float z = y * y;
  float p = -2.5050759689e-08f;
  p = __builtin_fmaf(z, p, 2.7557314297e-06f);
  p = __builtin_fmaf(z, p, -1.9841270114e-04f);
  p = __builtin_fmaf(z, p, 8.3333337680e-03f);
  p = __builtin_fmaf(z, p, -1.6666667163e-01f);
  const float result = __builtin_fmaf(y * z, p, y);
  return x == 0.0f ? x : sign * result;
}

double __nv_sinpi(double x) {
  if (x - x != x - x) return NAN;
  const double n = __builtin_rint(x);
  const double t = x - n;
  const double sign = n == 2.0 * __builtin_trunc(n * 0.5) ? 1.0 : -1.0;
  const double y = t * M_PI;
  const double z = y * y;
  double p = -1.0 / 51090942171709440000.0;
  p = __builtin_fma(z, p, 1.0 / 121645100408832000.0);
  p = __builtin_fma(z, p, -1.0 / 355687428096000.0);
  p = __builtin_fma(z, p, 1.0 / 1307674368000.0);
  p = __builtin_fma(z, p, -1.0 / 6227020800.0);
  p = __builtin_fma(z, p, 1.0 / 39916800.0);
  p = __builtin_fma(z, p, -1.0 / 362880.0);
  p = __builtin_fma(z, p, 1.0 / 5040.0);
  p = __builtin_fma(z, p, -1.0 / 120.0);
  p = __builtin_fma(z, p, 1.0 / 6.0);
  const double result = __builtin_fma(-(y * z), p, y);
  return x == 0.0 ? x : sign * result;
}
