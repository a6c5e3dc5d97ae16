// Maths functions that libclc gets wrong on NVIDIA, for double. libclc_ functions are libclc's own (see
// nvptx_renamed.yaml): right but for the cases that stand before the call.
#include "nvptx_maths.clh"

double libclc_asin(double) __asm("libclc_asin_d");
double libclc_asinpi(double) __asm("libclc_asinpi_d");
double libclc_atan(double) __asm("libclc_atan_d");
double libclc_atanpi(double) __asm("libclc_atanpi_d");
double libclc_cospi(double) __asm("libclc_cospi_d");
double libclc_erf(double) __asm("libclc_erf_d");
double libclc_expm1(double) __asm("libclc_expm1_d");
double libclc_lgamma_r(double, int*) __asm("libclc_lgamma_r_d");
double libclc_sin(double) __asm("libclc_sin_d");
double libclc_tan(double) __asm("libclc_tan_d");
double libclc_tanpi(double) __asm("libclc_tanpi_d");

#define T double
#define UINT ulong
#define AS_T as_double
#define AS_UINT as_ulong
#define MANTISSA 52
#define BIAS 1023
#include "nvptx_scaling.clh"

// libclc loses the sign of -0.
FN double asin(double x) { return x == 0 ? x : libclc_asin(x); }
FN double asinpi(double x) { return x == 0 ? x : libclc_asinpi(x); }
FN double atan(double x) { return x == 0 ? x : libclc_atan(x); }
FN double atanpi(double x) { return x == 0 ? x : libclc_atanpi(x); }
FN double erf(double x) { return x == 0 ? x : libclc_erf(x); }
FN double expm1(double x) { return x == 0 ? x : libclc_expm1(x); }
FN double sin(double x) { return x == 0 ? x : libclc_sin(x); }
FN double tan(double x) { return x == 0 ? x : libclc_tan(x); }
FN double sincos(double x, double* cosine) {
  *cosine = cos(x);
  return sin(x);
}
FN double lgamma_r(double x, int* sign) { return libclc_lgamma_r(x, sign); }

// A number as a sum, the second part too small to change the first.
typedef struct {
  double high, low;
} Pair;

static Pair pair_of_sum(double a, double b) {  // |a| >= |b|
  const double sum = a + b;
  return (Pair){sum, b - (sum - a)};
}
static Pair pair_of_product(double a, double b) {
  const double product = a * b;
  return (Pair){product, fma(a, b, -product)};
}
static Pair product_of_pairs(Pair a, Pair b) {
  const Pair high = pair_of_product(a.high, b.high);
  return pair_of_sum(high.high, high.low + (a.high * b.low + a.low * b.high));
}

// log(x) for finite x > 0: k ln(2) + 2 atanh(s), s = (m - 1) / (m + 1), x = m 2^k, m from sqrt(1/2) to sqrt(2).
static Pair log_pair(double x) {
  int k = 0;
  if (x < 0x1p-1022) {
    x *= 0x1p54;
    k = -54;
  }
  const ulong base = 0x3fe6a09e667f3bcdUL;  // sqrt(1/2)
  const ulong bits = as_ulong(x) - base;
  k += (int)((long)bits >> MANTISSA);
  const double m = as_double((bits & 0x000fffffffffffffUL) + base);
  const double f = m - 1, divisor = m + 1;
  const double divisor_rest = m - (divisor - 1);
  Pair s;
  s.high = f / divisor;
  s.low = (fma(-s.high, divisor, f) - s.high * divisor_rest) / divisor;
  // atanh(s) = s + s z (1/3 + z (1/5 + z / 7 + ...)), z = s s
  const Pair z = product_of_pairs(s, s);
  double p = 1.0 / 27;
  p = fma(p, z.high, 1.0 / 25);
  p = fma(p, z.high, 1.0 / 23);
  p = fma(p, z.high, 1.0 / 21);
  p = fma(p, z.high, 1.0 / 19);
  p = fma(p, z.high, 1.0 / 17);
  p = fma(p, z.high, 1.0 / 15);
  p = fma(p, z.high, 1.0 / 13);
  p = fma(p, z.high, 1.0 / 11);
  p = fma(p, z.high, 1.0 / 9);
  p = fma(p, z.high, 1.0 / 7);
  p = fma(p, z.high, 1.0 / 5);
  Pair series = pair_of_sum(1.0 / 3, p * z.high);
  series.low += 1.850371707708594e-17;  // the rest of 1 / 3
  const Pair tail = product_of_pairs(s, product_of_pairs(z, series));
  Pair result = pair_of_sum(s.high, tail.high);
  result.low = 2 * (result.low + (s.low + tail.low));
  result.high *= 2;
  if (k == 0) return result;
  // ln(2) in two parts; the first has few enough digits to be multiplied by k exactly.
  const Pair sum = pair_of_sum(k * 0x1.62e42fefa38p-1, result.high);
  return pair_of_sum(sum.high, sum.low + fma((double)k, 0x1.ef35793c7673p-45, result.low));
}

// e^x, x within what a double can hold.
static double exp_of_pair(Pair x) {
  const double n = rint(x.high * M_LOG2E);
  const double r = fma(n, -0x1.abc9e3b39803fp-56, fma(n, -0x1.62e42fefa39efp-1, x.high)) + x.low;
  double p = 1.0 / 6227020800;
  p = fma(p, r, 1.0 / 479001600);
  p = fma(p, r, 1.0 / 39916800);
  p = fma(p, r, 1.0 / 3628800);
  p = fma(p, r, 1.0 / 362880);
  p = fma(p, r, 1.0 / 40320);
  p = fma(p, r, 1.0 / 5040);
  p = fma(p, r, 1.0 / 720);
  p = fma(p, r, 1.0 / 120);
  p = fma(p, r, 1.0 / 24);
  p = fma(p, r, 1.0 / 6);
  p = fma(p, r, 0.5);
  return scaled(1 + fma(p * r, r, r), (int)n);
}

// x^y for finite x > 0 and finite y.
static double power(double x, double y) {
  const Pair logarithm = log_pair(x);
  const double high = y * logarithm.high;
  if (high > 750) return INFINITY;
  if (high < -750) return 0;
  return exp_of_pair((Pair){high, fma(y, logarithm.high, -high) + y * logarithm.low});
}

static bool is_integer(double y) { return fabs(y) >= 0x1p53 || y == trunc(y); }
static bool is_odd(double y) { return fabs(y) < 0x1p53 && y == trunc(y) && (((long)y) & 1) != 0; }

// x^y for positive x, infinities included; not for 1 to infinity, 0 to 0 and infinity to 0.
static double power_to_the_edges(double x, double y) {
  if (x == 0 || isinf(x)) return (x == 0) == (y < 0) ? INFINITY : 0;
  if (isinf(y)) return (x < 1) == (y < 0) ? INFINITY : 0;
  return power(x, y);
}

FN double pow(double x, double y) {
  if (y == 0 || x == 1) return 1;
  if (isnan(x) || isnan(y)) return NAN;
  if (x == -1 && isinf(y)) return 1;
  if (x < 0 && isfinite(x) && !is_integer(y)) return NAN;
  const double result = power_to_the_edges(fabs(x), y);
  return signbit(x) && is_odd(y) ? -result : result;
}

FN double powr(double x, double y) {
  if (isnan(x) || isnan(y) || x < 0) return NAN;
  if (y == 0 ? x == 0 || isinf(x) : x == 1 && isinf(y)) return NAN;
  return y == 0 || x == 1 ? 1 : power_to_the_edges(fabs(x), y);
}

// Lanczos' approximation with g = 6.0246800407767296 and thirteen terms, as a quotient of polynomials.
static double lanczos(double x) {
  const double above[] = {23531376880.410759,   42919803642.649098,   35711959237.355668,  17921034426.037209, 6039542586.3520280,
                          1439720407.3117216,   248874557.86205415,   31426415.585400194,  2876370.6289353724, 186056.26539522349,
                          8071.6720023658162,   210.82427775157934,   2.5066282746310003};
  const double below[] = {0,       39916800, 120543840, 150917976, 105258076, 45995730, 13339535,
                          2637558, 357423,   32670,     1925,      66,        1};
  double a = 0, b = 0;
  if (x < 8) {
    for (int i = 12; i >= 0; --i) {
      a = a * x + above[i];
      b = b * x + below[i];
    }
  } else {
    const double inverse = 1 / x;
    for (int i = 0; i <= 12; ++i) {
      a = a * inverse + above[i];
      b = b * inverse + below[i];
    }
  }
  return a / b;
}

FN double tgamma(double x) {
  if (x == 0) return 1 / x;
  if (isnan(x) || x == -INFINITY || (x < 0 && x == floor(x))) return NAN;
  if (x > 184) return INFINITY;
  const bool is_odd_below = fmod(floor(x), 2.0) != 0;
  if (x < -184) return is_odd_below ? -0.0 : 0.0;
  const double magnitude = fabs(x);
  if (magnitude < 0x1p-54) return 1 / x;
  const double shift = 5.524680040776729583740234375;  // g - 1/2
  const double y = magnitude + shift;
  double rest = magnitude > shift ? y - magnitude - shift : y - shift - magnitude;
  double z = magnitude - 0.5;
  double result = lanczos(magnitude) * exp(-y);
  if (x < 0) {  // by reflection
    result = -M_PI / (sinpi(magnitude) * magnitude * result);
    rest = -rest;
    z = -z;
  }
  result += rest * (shift + 0.5) * result / y;
  const double root = pow(y, 0.5 * z);
  return result * root * root;
}
#include "nvptx_edges.clh"
