// References in double for the functions of float. With -DLIBDEVICE they are those of the CUDA toolkit, linked from its
// bitcode; else those of the device's own OpenCL compiler.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#include "../samples.h"
#ifdef LIBDEVICE
#define D(NAME) __nv_##NAME
#define DECLARE(NAME) double __nv_##NAME(double);
DECLARE(acos) DECLARE(acosh) DECLARE(asin) DECLARE(asinh) DECLARE(atan) DECLARE(atanh) DECLARE(cbrt) DECLARE(cos)
DECLARE(cosh) DECLARE(cospi) DECLARE(erf) DECLARE(erfc) DECLARE(exp) DECLARE(exp2) DECLARE(exp10) DECLARE(expm1)
DECLARE(lgamma) DECLARE(log) DECLARE(log2) DECLARE(log10) DECLARE(log1p) DECLARE(sin) DECLARE(sinh) DECLARE(sinpi)
DECLARE(sqrt) DECLARE(tan) DECLARE(tanh) DECLARE(tgamma) DECLARE(fabs) DECLARE(trunc)
double __nv_atan2(double, double);
double __nv_fmod(double, double);
double __nv_hypot(double, double);
double __nv_pow(double, double);
double __nv_remainder(double, double);
#define ITEM (__nvvm_read_ptx_sreg_ctaid_x() * 256u + __nvvm_read_ptx_sreg_tid_x())
#else
#define D(NAME) NAME
#define ITEM ((uint)get_global_id(0))
#endif
#define PI 0x1.921fb54442d18p+1
#define QUIET as_double(0x7ff8000000000000UL)
#define UNBOUNDED as_double(0x7ff0000000000000UL)

double positive_power(double x, double y) {  // powr
  if (x != x || y != y || x < 0) return QUIET;
  if (y == 0 && (x == 0 || x == UNBOUNDED)) return QUIET;
  if (x == 1 && (y == UNBOUNDED || y == -UNBOUNDED)) return QUIET;
  return D(pow)(D(fabs)(x), y);
}
double root(double x, int n) {
  if (n == 0 || x != x || (x < 0 && n % 2 == 0)) return QUIET;
  const double result = D(pow)(D(fabs)(x), 1.0 / n);
  return n % 2 != 0 && as_long(x) < 0 ? -result : result;
}

#define KERNEL(NAME, INPUTS, RESULT)                    \
  kernel void NAME(uint first, global double* out) { \
    const uint i = ITEM, index = first + i;             \
    INPUTS;                                             \
    out[i] = RESULT;                                    \
  }
#define ONE(NAME, RESULT) KERNEL(r_##NAME, const double x = as_float(index), RESULT)
#define TWO(NAME, RESULT) \
  KERNEL(r_##NAME, const double x = as_float(float_sample(index, 1)); const double y = as_float(float_sample(index, 2)), RESULT)
#define WHOLE(NAME, RESULT) \
  KERNEL(r_##NAME, const double x = as_float(float_sample(index, 1)); const int k = as_int(int_sample(index, 2)), RESULT)

ONE(acos, D(acos)(x))
ONE(acosh, D(acosh)(x))
ONE(acospi, D(acos)(x) / PI)
ONE(asin, D(asin)(x))
ONE(asinh, D(asinh)(x))
ONE(asinpi, D(asin)(x) / PI)
ONE(atan, D(atan)(x))
ONE(atanh, D(atanh)(x))
ONE(atanpi, D(atan)(x) / PI)
ONE(cbrt, D(cbrt)(x))
ONE(cos, D(cos)(x))
ONE(cosh, D(cosh)(x))
ONE(cospi, D(cospi)(x))
ONE(erf, D(erf)(x))
ONE(erfc, D(erfc)(x))
ONE(exp, D(exp)(x))
ONE(exp2, D(exp2)(x))
ONE(exp10, D(exp10)(x))
ONE(expm1, D(expm1)(x))
ONE(lgamma, D(lgamma)(x))
ONE(log, D(log)(x))
ONE(log2, D(log2)(x))
ONE(log10, D(log10)(x))
ONE(log1p, D(log1p)(x))
ONE(reciprocal, 1 / x)
ONE(rsqrt, 1 / D(sqrt)(x))
ONE(sin, D(sin)(x))
ONE(sincos_cos, D(cos)(x))
ONE(sincos_sin, D(sin)(x))
ONE(sinh, D(sinh)(x))
ONE(sinpi, D(sinpi)(x))
ONE(sqrt, D(sqrt)(x))
ONE(tan, D(tan)(x))
ONE(tanh, D(tanh)(x))
ONE(tanpi, D(sinpi)(x) / D(cospi)(x))
ONE(tgamma, D(tgamma)(x))
TWO(atan2, D(atan2)(x, y))
TWO(atan2pi, D(atan2)(x, y) / PI)
TWO(divide, x / y)
TWO(fmod, D(fmod)(x, y))
TWO(hypot, D(hypot)(x, y))
TWO(pow, D(pow)(x, y))
TWO(powr, positive_power(x, y))
TWO(remainder, D(remainder)(x, y))
WHOLE(pown, D(pow)(x, (double)k))
WHOLE(rootn, root(x, k))
