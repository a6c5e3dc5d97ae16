// Maths functions that libclc gets wrong on NVIDIA, for double. libclc_ functions are libclc's own (see
// nvptx_renamed.yaml): right but for the cases that stand before the call.
#include "nvptx_maths.clh"

double libclc_asinpi(double) __asm("libclc_asinpi_d");
double libclc_atanpi(double) __asm("libclc_atanpi_d");
double libclc_lgamma_r(double, int*) __asm("libclc_lgamma_r_d");
double libclc_tanpi(double) __asm("libclc_tanpi_d");

#define T double
#define UINT ulong
#define AS_T as_double
#define AS_UINT as_ulong
#define MANTISSA 52
#define BIAS 1023
#include "nvptx_scaling.clh"

// m 2^n, rounded once; m 2^(n/2) must not be denormal, nor too large.
static T scaled(T m, int n) {
  const int first = n >> 1;
  return m * two_to(first) * two_to(n - first);
}

// |x| = q |y| + r 2^scale with r and m = |y| / 2^scale whole numbers, 0 <= r < m. For finite x and y,
// y not 0, |x| not less than |y| / 2.
typedef struct {
  T r, m;
  int scale;
  UINT q;  // its low bits
} Division;

static Division divide_exactly(T x, T y) {
  const UINT fraction = ((UINT)1 << MANTISSA) - 1;
  const UINT bits_x = AS_UINT(fabs(x)), bits_y = AS_UINT(fabs(y));
  int exponent_x = (int)(bits_x >> MANTISSA), exponent_y = (int)(bits_y >> MANTISSA);
  // As whole numbers times 2^exponent.
  T r = (T)((bits_x & fraction) | (exponent_x ? fraction + 1 : 0));
  T m = (T)((bits_y & fraction) | (exponent_y ? fraction + 1 : 0));
  exponent_x = max(exponent_x, 1);
  exponent_y = max(exponent_y, 1);
  Division d = {r, m, exponent_y - BIAS - MANTISSA, 0};
  if (exponent_x < exponent_y) {
    d.m = m + m;
    d.scale -= 1;
    return d;
  }
  // Digits of the quotient, as many at a time as leave the rest exact; between steps it may be negative.
  const int step = MANTISSA - 3;
  const T inverse = 1 / m;
  int left = exponent_x - exponent_y;
  for (int shift = 0;; left -= shift = min(left, step), r *= two_to(shift)) {
    const T q = rint(r * inverse);
    r = fma(-q, m, r);
    d.q = (d.q << shift) + (UINT)(long)q;
    if (left == 0) break;
  }
  if (r < 0) {
    r += m;
    d.q -= 1;
  } else if (r >= m) {
    r -= m;
    d.q += 1;
  }
  d.r = r;
  return d;
}

static bool is_division_undefined(T x, T y) { return isnan(y) || y == 0 || !isfinite(x); }

FN T fmod(T x, T y) {
  if (is_division_undefined(x, y)) return NAN;
  if (fabs(x) < fabs(y)) return x;
  const Division d = divide_exactly(x, y);
  return copysign(scaled(d.r, d.scale), x);
}

FN T remquo(T x, T y, int* quotient) {
  *quotient = 0;
  if (is_division_undefined(x, y)) return NAN;
  if (fabs(x) < fabs(y) * (T)0.5) return x;
  const Division d = divide_exactly(x, y);
  const bool is_above = d.r + d.r > d.m || (d.r + d.r == d.m && (d.q & 1) != 0);
  const int low = (int)((d.q + is_above) & 127);
  *quotient = signbit(x) == signbit(y) ? low : -low;
  const T result = scaled(is_above ? d.r - d.m : d.r, d.scale);
  return result == 0 ? copysign(result, x) : signbit(x) ? -result : result;
}

FN T remainder(T x, T y) {
  int quotient;
  return remquo(x, y, &quotient);
}

// libclc loses the sign of -0.
FN double asinpi(double x) { return x == 0 ? x : libclc_asinpi(x); }
FN double atanpi(double x) { return x == 0 ? x : libclc_atanpi(x); }
// libclc gets the sign of zeros wrong.
FN T tanpi(T x) {
  const T result = libclc_tanpi(x);
  if (result != 0) return result;
  const bool is_even = fabs(x) >= two_to(MANTISSA + 1) || x * (T)0.5 == trunc(x * (T)0.5);
  return copysign(result, is_even ? x : -x);
}

FN double lgamma_r(double x, int* sign) { return libclc_lgamma_r(x, sign); }

#include "nvptx_edges.clh"
