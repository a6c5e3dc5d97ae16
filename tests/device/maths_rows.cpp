#include "device/maths_rows.h"

#include <algorithm>
#include <cfenv>
#include <climits>
#include <limits>
#include <numbers>
#include <type_traits>

namespace clc::device_tests {
namespace {

constexpr Wide k_pi = std::numbers::pi_v<Wide>;
constexpr Wide k_nan = std::numeric_limits<Wide>::quiet_NaN();
constexpr Wide k_row_infinity = std::numeric_limits<Wide>::infinity();

// sin(pi x) and cos(pi x), reduced exactly.
Wide sine_of_pi(Wide x) {
  if (!std::isfinite(x)) return k_nan;
  const Wide r = std::remainder(x, Wide(2));  // -1 to 1
  if (r == 0 || r == 1 || r == -1) return std::copysign(Wide(0), x);
  const Wide m = std::fabs(r) > Wide(0.5) ? std::copysign(1 - std::fabs(r), r) : r;
  return std::fabs(m) > Wide(0.25) ? std::copysign(std::cos(k_pi * (Wide(0.5) - std::fabs(m))), m) : std::sin(k_pi * m);
}
Wide cosine_of_pi(Wide x) {
  if (!std::isfinite(x)) return k_nan;
  const Wide r = std::fabs(std::remainder(x, Wide(2)));
  if (r == Wide(0.5)) return 0;
  if (r > Wide(0.75)) return -std::cos(k_pi * (1 - r));
  return r > Wide(0.25) ? std::sin(k_pi * (Wide(0.5) - r)) : std::cos(k_pi * r);
}
Wide tangent_of_pi(Wide x) {
  const Wide cosine = cosine_of_pi(x);
  if (cosine != 0) return sine_of_pi(x) / cosine;
  return std::copysign(k_row_infinity, sine_of_pi(x));  // n + 0.5: +inf for even n, -inf for odd n
}

Wide power_of_positive(Wide x, Wide y) {  // powr
  if (std::isnan(x) || std::isnan(y) || x < 0) return k_nan;
  if ((x == 0 && y == 0) || (std::isinf(x) && y == 0) || (x == 1 && std::isinf(y))) return k_nan;
  return std::pow(std::fabs(x), y);
}
Wide root(Wide x, int n) {
  if (n == 0 || std::isnan(x) || (x < 0 && n % 2 == 0)) return k_nan;
  const Wide magnitude = std::pow(std::fabs(x), 1 / Wide(n));
  return n % 2 != 0 ? std::copysign(magnitude, x) : magnitude;
}

// True when `got` has the sign of the quotient and the low seven bits of its magnitude, as remquo promises.
bool quotient_is(Wide x, Wide y, int got) {
  if (!std::isfinite(x) || std::isnan(y) || y == 0) return true;
  if (std::isinf(y)) return (std::abs(got) & 127) == 0;
  const Wide magnitude = std::fmod(std::fabs(x), 128 * std::fabs(y));
  const Wide quotient = (magnitude - std::remainder(magnitude, std::fabs(y))) / std::fabs(y);
  const int expected = static_cast<int>(std::lrint(quotient)) & 127;
  const bool negative = std::signbit(x) != std::signbit(y);
  return (std::abs(got) & 127) == expected && (expected == 0 || (got < 0) == negative);
}

template <class T>
T fraction(T x) {
  constexpr T below_one = 1 - std::numeric_limits<T>::epsilon() / 2;
  if (std::isinf(x)) return 0;
  return std::isnan(x) ? x : std::fmin(x - std::floor(x), below_one);
}
template <class T>
bool ilogb_is(T x, int got) {
  if (x == 0) return got == INT_MIN || got == -INT_MAX;
  if (std::isnan(x)) return got == INT_MIN || got == INT_MAX;
  return got == (std::isinf(x) ? INT_MAX : std::ilogb(x));
}
// C's fmax and fmin, but a signalling NaN counts as a quiet one.
template <class T>
T larger(T x, T y) {
  return std::isnan(x) ? y : std::isnan(y) ? x : std::fmax(x, y);
}
template <class T>
T smaller(T x, T y) {
  return std::isnan(x) ? y : std::isnan(y) ? x : std::fmin(x, y);
}
template <class T>
T larger_magnitude(T x, T y) {
  return std::fabs(x) > std::fabs(y) ? x : std::fabs(y) > std::fabs(x) ? y : larger(x, y);
}
template <class T>
T smaller_magnitude(T x, T y) {
  return std::fabs(x) < std::fabs(y) ? x : std::fabs(y) < std::fabs(x) ? y : smaller(x, y);
}
template <class T>
T sign_of(T x) {
  return std::isnan(x) ? 0 : x > 0 ? 1 : x < 0 ? -1 : x;
}

}  // namespace

double error_in_ulp(Wide got, Wide reference, const Format& format) {
  constexpr double far = std::numeric_limits<double>::infinity();
  if (std::isnan(reference) || std::isnan(got)) return std::isnan(reference) && std::isnan(got) ? 0 : far;
  if (got == reference) return 0;
  const Wide beyond = std::ldexp(Wide(1), format.beyond);
  const Wide expected = std::clamp(reference, -beyond, beyond);
  const Wide value = std::clamp(got, -beyond, beyond);
  if (value == expected) return 0;
  if (std::isinf(reference)) return far;
  const int exponent = expected == 0 ? format.least_exponent : std::max(std::ilogb(expected), format.least_exponent);
  return static_cast<double>(std::fabs(value - expected) / std::ldexp(Wide(1), exponent - (format.digits - 1)));
}

// `a b c k` are the arguments, `x y z` the same, wide.
#define REFERENCE(EXPRESSION)                        \
  [](T a, T b, T c, int k) -> Wide {                 \
    [[maybe_unused]] const Wide x = a, y = b, z = c; \
    (void)k;                                         \
    return EXPRESSION;                               \
  }
#define WHOLE(EXPRESSION)                     \
  [](T a, T b, T c, int k, int got) -> bool { \
    (void)a, (void)b, (void)c, (void)k;       \
    return EXPRESSION;                        \
  }
#define ROW(NAME, LIMIT, EXPRESSION) {.name = #NAME, .limit = LIMIT, .result = REFERENCE(EXPRESSION)}

// Operators and functions of one argument.
template <class T>
std::vector<MathsRow<T>> unary_rows() {
  constexpr bool is_single = std::is_same_v<T, float>;
  return {
      ROW(add, 0, T(a + b)),
      ROW(subtract, 0, T(a - b)),
      ROW(multiply, 0, T(a * b)),
      ROW(divide, is_single ? 2.5 : 0, is_single ? x / y : T(a / b)),
      ROW(reciprocal, is_single ? 2.5 : 0, is_single ? 1 / x : T(1 / a)),
      ROW(acos, 4, std::acos(x)),
      ROW(acosh, 4, std::acosh(x)),
      ROW(acospi, 5, std::acos(x) / k_pi),
      ROW(asin, 4, std::asin(x)),
      ROW(asinh, 4, std::asinh(x)),
      ROW(asinpi, 5, std::asin(x) / k_pi),
      ROW(atan, 5, std::atan(x)),
      ROW(atanh, 5, std::atanh(x)),
      ROW(atanpi, 5, std::atan(x) / k_pi),
      ROW(cbrt, 2, std::cbrt(x)),
      ROW(ceil, 0, std::ceil(a)),
      ROW(cos, 4, std::cos(x)),
      ROW(cosh, 4, std::cosh(x)),
      ROW(cospi, 4, cosine_of_pi(x)),
      ROW(erf, 16, std::erf(x)),
      ROW(erfc, 16, std::erfc(x)),
      ROW(exp, 3, std::exp(x)),
      ROW(exp2, 3, std::exp2(x)),
      ROW(exp10, 3, std::pow(Wide(10), x)),
      ROW(expm1, 3, std::expm1(x)),
      ROW(fabs, 0, std::fabs(a)),
      ROW(floor, 0, std::floor(a)),
      ROW(lgamma, k_any, std::lgamma(x)),
      ROW(log, 3, std::log(x)),
      ROW(log2, 3, std::log2(x)),
      ROW(log10, 3, std::log10(x)),
      ROW(log1p, 2, std::log1p(x)),
      ROW(logb, 0, std::logb(a)),
      ROW(rint, 0, std::rint(a)),
      ROW(round, 0, std::round(a)),
      ROW(rsqrt, 2, 1 / std::sqrt(x)),
      ROW(sin, 4, std::sin(x)),
      ROW(sinh, 4, std::sinh(x)),
      ROW(sinpi, 4, sine_of_pi(x)),
      ROW(sqrt, is_single ? 3 : 0, is_single ? std::sqrt(x) : std::sqrt(a)),
      ROW(tan, 5, std::tan(x)),
      ROW(tanh, 5, std::tanh(x)),
      ROW(tanpi, 6, tangent_of_pi(x)),
      // At negative integers C's tgamma is NaN, and OpenCL leaves the result open.
      ROW(tgamma, 16, std::tgamma(x)),
      ROW(trunc, 0, std::trunc(a)),
      ROW(degrees, 2, x * 180 / k_pi),
      ROW(radians, 2, x * k_pi / 180),
      ROW(sign, 0, sign_of(a)),
  };
}

// Functions of two and three arguments.
template <class T>
std::vector<MathsRow<T>> binary_rows() {
  return {
      ROW(atan2, 6, std::atan2(x, y)),
      ROW(atan2pi, 6, std::atan2(x, y) / k_pi),
      ROW(copysign, 0, std::copysign(a, b)),
      ROW(fdim, 0, std::fdim(a, b)),
      ROW(fmax, 0, larger(a, b)),
      ROW(fmin, 0, smaller(a, b)),
      ROW(fmod, 0, std::fmod(a, b)),
      ROW(hypot, 4, std::hypot(x, y)),
      ROW(maxmag, 0, larger_magnitude(a, b)),
      ROW(minmag, 0, smaller_magnitude(a, b)),
      ROW(nextafter, 0, std::nextafter(a, b)),
      ROW(pow, 16, std::pow(x, y)),
      ROW(powr, 16, power_of_positive(x, y)),
      ROW(remainder, 0, std::remainder(a, b)),
      ROW(fma, 0, std::fma(a, b, c)),
      ROW(ldexp, 0, std::ldexp(a, k)),
      ROW(pown, 16, std::pow(x, Wide(k))),
      ROW(rootn, 16, root(x, k)),
  };
}

// Powers of which the other operand is constant.
template <class T>
std::vector<MathsRow<T>> constant_power_rows() {
  constexpr Wide half = 0.5;
  return {
      ROW(pow_to_0, 0, T(1)),
      ROW(pow_to_1, 16, x),
      ROW(pow_to_2, 16, std::pow(x, Wide(2))),
      ROW(pow_to_3, 16, std::pow(x, Wide(3))),
      ROW(pow_to_8, 16, std::pow(x, Wide(8))),
      ROW(pow_to_minus_1, 16, std::pow(x, Wide(-1))),
      ROW(pow_to_minus_2, 16, std::pow(x, Wide(-2))),
      ROW(pow_to_minus_3, 16, std::pow(x, Wide(-3))),
      ROW(pow_to_half, 16, std::pow(x, half)),
      ROW(pow_to_3_halves, 16, std::pow(x, 3 * half)),
      ROW(pow_to_5_halves, 16, std::pow(x, 5 * half)),
      ROW(pow_to_minus_half, 16, std::pow(x, -half)),
      ROW(pow_to_minus_3_halves, 16, std::pow(x, -3 * half)),
      ROW(pow_of_2, 16, std::pow(Wide(2), x)),
      ROW(pow_of_10, 16, std::pow(Wide(10), x)),
      ROW(pown_to_2, 16, std::pow(x, Wide(2))),
      ROW(pown_to_minus_3, 16, std::pow(x, Wide(-3))),
      ROW(powr_to_2, 16, power_of_positive(x, 2)),
      ROW(powr_to_3, 16, power_of_positive(x, 3)),
      ROW(powr_to_minus_1, 16, power_of_positive(x, -1)),
      ROW(powr_to_half, 16, power_of_positive(x, half)),
      ROW(powr_to_minus_3_halves, 16, power_of_positive(x, -3 * half)),
  };
}

// Functions that give an integer, or a second result.
template <class T>
std::vector<MathsRow<T>> rows_with_more_results() {
  return {
      {.name = "ilogb", .whole = WHOLE(ilogb_is(a, got))},
      {.name = "fract", .result = REFERENCE(fraction(a)), .second = REFERENCE(std::floor(a))},
      {.name = "modf",
       .result = REFERENCE(std::isinf(a)   ? T(0)
                           : std::isnan(a) ? a
                                           : T(a - std::trunc(a))),
       .second = REFERENCE(std::trunc(a))},
      {.name = "sincos", .limit = 4, .result = REFERENCE(std::sin(x)), .second = REFERENCE(std::cos(x))},
      {.name = "frexp",
       .result = [](T a, T, T, int) -> Wide {
         int e;
         return std::frexp(a, &e);
       },
       .whole =
           [](T a, T, T, int, int got) {
             int e = 0;
             std::frexp(a, &e);
             return !std::isfinite(a) || got == e;
           }},
      {.name = "lgamma_r", .limit = k_any, .result = REFERENCE(std::lgamma(x)), .whole = WHOLE(!(a > 0) || got == 1)},
      {.name = "remquo", .result = REFERENCE(std::remainder(a, b)), .whole = WHOLE(quotient_is(a, b, got))},
  };
}

template <class T>
std::vector<MathsRow<T>> maths_rows() {
  std::vector<MathsRow<T>> rows = unary_rows<T>();
  for (const auto& more : {binary_rows<T>(), constant_power_rows<T>(), rows_with_more_results<T>()}) {
    rows.insert(rows.end(), more.begin(), more.end());
  }
  return rows;
}

template <class T>
std::vector<MathsRow<T>> relation_rows() {
  // True is 1 for scalars and -1 for vectors; check_relation tells them apart.
#define RELATION(NAME, EXPRESSION)                                                     \
  {                                                                                    \
    .name = #NAME, .whole = WHOLE((got != 0) == (EXPRESSION) && got >= -1 && got <= 1) \
  }
  return {
      RELATION(isfinite, std::isfinite(a)),
      RELATION(isinf, std::isinf(a)),
      RELATION(isnan, std::isnan(a)),
      RELATION(isnormal, std::isnormal(a)),
      RELATION(signbit, std::signbit(a)),
      RELATION(isequal, a == b),
      RELATION(isnotequal, a != b),
      RELATION(isgreater, std::isgreater(a, b)),
      RELATION(isgreaterequal, std::isgreaterequal(a, b)),
      RELATION(isless, std::isless(a, b)),
      RELATION(islessequal, std::islessequal(a, b)),
      RELATION(islessgreater, std::islessgreater(a, b)),
      RELATION(isordered, !std::isunordered(a, b)),
      RELATION(isunordered, std::isunordered(a, b)),
  };
}

std::vector<MathsRow<float>> loose_rows() {
  using T = float;
#define HALF(NAME, DOMAIN, EXPRESSION)                                                                    \
  {.name = "half_" #NAME, .limit = 8192, .result = REFERENCE(EXPRESSION), .domain = DOMAIN}, {            \
    .name = "native_" #NAME, .limit = 8192, .result = REFERENCE(EXPRESSION), .domain = Domain::k_moderate \
  }
  return {
      HALF(cos, Domain::k_half, std::cos(x)),       HALF(exp, Domain::k_all, std::exp(x)),
      HALF(exp2, Domain::k_all, std::exp2(x)),      HALF(exp10, Domain::k_all, std::pow(Wide(10), x)),
      HALF(log, Domain::k_all, std::log(x)),        HALF(log2, Domain::k_all, std::log2(x)),
      HALF(log10, Domain::k_all, std::log10(x)),    HALF(recip, Domain::k_all, 1 / x),
      HALF(rsqrt, Domain::k_all, 1 / std::sqrt(x)), HALF(sin, Domain::k_half, std::sin(x)),
      HALF(sqrt, Domain::k_all, std::sqrt(x)),      HALF(tan, Domain::k_half, std::tan(x)),
      HALF(divide, Domain::k_half, x / y),          HALF(powr, Domain::k_all, power_of_positive(x, y)),
  };
}

template std::vector<MathsRow<float>> maths_rows<float>();
template std::vector<MathsRow<double>> maths_rows<double>();
template std::vector<MathsRow<float>> relation_rows<float>();
template std::vector<MathsRow<double>> relation_rows<double>();

}  // namespace clc::device_tests
