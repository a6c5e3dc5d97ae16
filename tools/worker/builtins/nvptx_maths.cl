// Maths functions that libclc gets wrong on NVIDIA, for float: it holds denormal numbers for unsupported there.
// libclc_ functions are libclc's own (see nvptx_renamed.yaml): right but for the cases that stand before the call.
#include "nvptx_maths.clh"

float libclc_cospi(float) __asm("libclc_cospi_f");
float libclc_tanpi(float) __asm("libclc_tanpi_f");
float libclc_erfc(float) __asm("libclc_erfc_f");
float libclc_lgamma_r(float, int*) __asm("libclc_lgamma_r_f");
float libclc_rootn(float, int) __asm("libclc_rootn_f");

#define T float
#define UINT uint
#define AS_T as_float
#define AS_UINT as_uint
#define MANTISSA 23
#define BIAS 127
#include "nvptx_scaling.clh"

// e^r for |r| <= ln(2) / 2.
static float exp_near_zero(float r) {
  float p = 1.0f / 5040;
  p = fma(p, r, 1.0f / 720);
  p = fma(p, r, 1.0f / 120);
  p = fma(p, r, 1.0f / 24);
  p = fma(p, r, 1.0f / 6);
  p = fma(p, r, 0.5f);
  return 1 + fma(p * r, r, r);
}

// e^x is the result times 2^n, for x from -200 to 200.
static float exp_parts(float x, int* n) {
  const float k = rint(x * M_LOG2E_F);
  const float r = fma(k, -1.42860677e-06f, fma(k, -0.693145752f, x));  // ln(2) in two parts
  *n = (int)k;
  return exp_near_zero(r);
}

FN float exp(float x) {
  if (isnan(x)) return x;
  int n;
  const float m = exp_parts(clamp(x, -105.0f, 90.0f), &n);
  return scaled(m, n);
}

FN float exp2(float x) {
  if (isnan(x)) return x;
  x = clamp(x, -152.0f, 129.0f);
  const float n = rint(x);
  return scaled(exp_near_zero((x - n) * M_LN2_F), (int)n);
}

FN float half_exp(float x) { return exp(x); }
FN float half_exp2(float x) { return exp2(x); }

FN float erfc(float x) {
  if (!(x > 9)) return libclc_erfc(x);
  if (x > 11) return 0;
  // e^(-x^2) / (x sqrt(pi)) (1 - 1 / (2 x^2) + 3 / (4 x^4) - ...)
  const float square = x * x;
  const float rest = fma(x, x, -square);
  const float z = 1 / square;
  const float series = 1 + z * (-0.5f + z * (0.75f + z * (-1.875f + z * 6.5625f)));
  int n;
  const float m = exp_parts(-square, &n) * (1 - rest);
  return scaled(m * (series / (x * 1.77245385f)), n);
}

FN float lgamma_r(float x, int* sign) {
  *sign = x < 0 ? -1 : 1;
  if (fabs(x) < 0x1p-40f) return -log(fabs(x));
  if (x == -INFINITY) return INFINITY;
  return libclc_lgamma_r(x, sign);
}

FN double tgamma(double);
FN float tgamma(float x) { return (float)tgamma((double)x); }

FN float rootn(float x, int n) {
  if (n == 1) return x;
  if (n == -1) return 1 / x;
  return libclc_rootn(x, n);
}
#include "nvptx_edges.clh"
