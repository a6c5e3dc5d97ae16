// The functions of libm by which LLVM computes constants of intrinsics, in the places of glibc's, whose last bit
// depends on the processor and on the version. These reckon with 113 bits in whole numbers, and round once: each worker
// computes the same, and to the nearest number for all arguments whose result does not lie within 2^-40 of the middle
// between two, and for those of pow whose result is that middle.
#include <cerrno>
#include <cfenv>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include <llvm/ADT/APInt.h>

namespace {

#ifdef __x86_64__
using Quad = __float128;
#else
using Quad = long double;
static_assert(LDBL_MANT_DIG == 113);
#endif
using llvm::APInt;

constexpr double k_infinity = std::numeric_limits<double>::infinity();

// LLVM computes no constant where an error is told, be it in `errno` or by an exception. What is told here is in
// `errno` alone.
double error_with(int error, double result) {
  std::feclearexcept(FE_ALL_EXCEPT);
  errno = error;
  return result;
}

double outside() {
  return error_with(EDOM, std::numeric_limits<double>::quiet_NaN());
}

double rounded(Quad value) {
  const double result = static_cast<double>(value);
  const bool is_small = std::fabs(result) < DBL_MIN && value != 0;
  if (std::isinf(result) || is_small) return error_with(ERANGE, result);
  std::feclearexcept(FE_ALL_EXCEPT);
  return result;
}

double with_sign(Quad magnitude, bool is_negative) {
  return rounded(is_negative ? -magnitude : magnitude);
}

// 2^exponent times the number.
Quad scaled(Quad number, int exponent) {
  for (; exponent > 0; --exponent) number *= 2;
  for (; exponent < 0; ++exponent) number /= 2;
  return number;
}

// The sum of terms until one changes nothing: first, and each by next(index, the one before), the index from 1 on.
template <typename Next>
Quad sum_of(Quad first, Next next) {
  Quad sum = first, term = first, before = 0;
  for (int index = 1; sum != before; ++index) {
    before = sum;
    term = next(index, term);
    sum += term;
  }
  return sum;
}

Quad square_root(Quad number) {
  Quad root = std::sqrt(static_cast<double>(number));
  for (int step = 0; step < 2; ++step) root = (root + number / root) / 2;
  return root;
}

// Below 1/2, or the sum is long.
Quad inverse_tanh(Quad x) {
  Quad power = x;
  return sum_of(x, [&](int index, Quad) { return (power *= x * x) / (2 * index + 1); });
}

Quad logarithm(Quad x) {
  static const Quad of_two = 2 * inverse_tanh(Quad(1) / 3);
  int exponent = 0;
  for (; x > 1.5; x /= 2) ++exponent;
  for (; x < 0.75; x *= 2) --exponent;
  return exponent * of_two + 2 * inverse_tanh((x - 1) / (x + 1));
}

// Numbers beyond what double holds give results beyond it.
Quad exponential(Quad x) {
  static const Quad of_two = logarithm(2);
  x = x > 2000 ? 2000 : x < -2000 ? -2000 : x;
  const int exponent = static_cast<int>(x / of_two);
  const Quad rest = x - exponent * of_two;
  return scaled(sum_of(1, [&](int index, Quad term) { return term * rest / index; }), exponent);
}

Quad hyperbolic_sine(Quad x) {
  if (x > 1 || x < -1) return (exponential(x) - exponential(-x)) / 2;
  return sum_of(x, [&](int index, Quad term) { return term * x * x / (2 * index * (2 * index + 1)); });
}

Quad hyperbolic_cosine(Quad x) {
  return (exponential(x) + exponential(-x)) / 2;
}

// Whole numbers stand for fractions of 2^k_fraction_bits: so many that the largest double has enough of them left of
// its remainder.
constexpr int k_fraction_bits = 1280;
constexpr int k_bits = 2560;

// atan(1 / number).
APInt inverse_tangent_of_part(std::uint64_t number) {
  APInt power = APInt::getOneBitSet(k_bits, k_fraction_bits).udiv(number), sum = power;
  for (std::uint64_t divisor = 3; power != 0; divisor += 2) {
    power = power.udiv(number * number);
    const APInt term = power.udiv(divisor);
    sum += divisor % 4 == 3 ? -term : term;
  }
  return sum;
}

const APInt& half_pi_in_whole_numbers() {
  static const APInt value =
      APInt(k_bits, 8) * inverse_tangent_of_part(5) - APInt(k_bits, 2) * inverse_tangent_of_part(239);
  return value;
}

Quad quad_of(const APInt& fraction) {
  Quad number = 0;
  for (unsigned word = fraction.getNumWords(); word-- > 0;)
    number = scaled(number, 64) + static_cast<Quad>(fraction.getRawData()[word]);
  return scaled(number, -k_fraction_bits);
}

Quad half_pi() {
  static const Quad value = quad_of(half_pi_in_whole_numbers());
  return value;
}

// An angle from -pi/4 to pi/4 and a number of quarters, which together are another angle.
struct Reduced {
  std::uint64_t quarters = 0;
  Quad rest = 0;

  [[nodiscard]] Quad sine() const {
    const Quad square = rest * rest;
    return sum_of(rest, [&](int index, Quad term) { return -term * square / (2 * index * (2 * index + 1)); });
  }
  [[nodiscard]] Quad cosine() const {
    const Quad square = rest * rest;
    return sum_of(1, [&](int index, Quad term) { return -term * square / (2 * index * (2 * index - 1)); });
  }
  // The sine of the whole angle and of so many quarters more.
  [[nodiscard]] Quad sine_after(std::uint64_t more) const {
    const std::uint64_t all = quarters + more;
    const Quad value = all % 2 == 0 ? sine() : cosine();
    return all % 4 < 2 ? value : -value;
  }
};

Reduced reduced(double angle) {
  int exponent = 0;
  const double mantissa = std::frexp(std::fabs(angle), &exponent);
  APInt rest(k_bits, static_cast<std::uint64_t>(std::ldexp(mantissa, DBL_MANT_DIG)));
  rest <<= static_cast<unsigned>(exponent - DBL_MANT_DIG + k_fraction_bits);
  APInt quarters(k_bits, 0);
  const APInt& quarter = half_pi_in_whole_numbers();
  APInt::udivrem(APInt(rest), quarter, quarters, rest);
  Reduced result{quarters.getRawData()[0], 0};
  if (rest.ugt(quarter.lshr(1))) {
    ++result.quarters;
    result.rest = -quad_of(quarter - rest);
  } else {
    result.rest = quad_of(rest);
  }
  return result;
}

// Takes numbers from 0 on.
Quad inverse_tangent(Quad x) {
  if (x > 1) return half_pi() - inverse_tangent(1 / x);
  constexpr int k_halvings = 3;
  for (int halving = 0; halving < k_halvings; ++halving) x /= 1 + square_root(1 + x * x);
  Quad power = x;
  return scaled(sum_of(x, [&](int index, Quad) { return (power *= -x * x) / (2 * index + 1); }), k_halvings);
}

bool is_whole(double number) {
  return std::trunc(number) == number;
}
bool is_odd(double number) {
  return is_whole(number) && std::fabs(number) < 0x1p53 && !is_whole(number / 2);
}

// pow where x is zero or infinite, and y neither zero nor no number.
double power_of_end(double x, double y) {
  const bool is_negative = std::signbit(x) && is_odd(y);
  const bool is_large = std::isinf(x) == (y > 0);
  const double result = std::copysign(is_large ? k_infinity : 0, is_negative ? -1 : 1);
  return x == 0 && y < 0 ? error_with(ERANGE, result) : result;
}

// pow where y is whole, or becomes so by square roots of x that are exact: by products, which are exact where the
// result may be the middle between two numbers. Nothing where there are many of them, or the result is far from any
// number.
std::optional<Quad> power_of_products(double x, double y) {
  constexpr double k_most = 1100;
  constexpr double k_most_bits = 4000;
  for (double root = 0; !is_whole(y) && (root = std::sqrt(x), Quad(root) * root == x); y *= 2) x = root;
  if (!is_whole(y) || std::fabs(y) > k_most || std::fabs(y * std::ilogb(x)) > k_most_bits) return std::nullopt;
  Quad power = 1;
  for (double count = std::fabs(y); count > 0; --count) power *= x;
  return y < 0 ? 1 / power : power;
}

}  // namespace

extern "C" {

double sin(double x) {
  if (std::isnan(x) || x == 0) return x;
  return std::isinf(x) ? outside() : with_sign(reduced(x).sine_after(0), x < 0);
}

double cos(double x) {
  if (std::isnan(x)) return x;
  return std::isinf(x) ? outside() : x == 0 ? 1 : rounded(reduced(x).sine_after(1));
}

double atan(double x) {
  if (std::isnan(x) || x == 0) return x;
  return with_sign(std::isinf(x) ? half_pi() : inverse_tangent(std::fabs(x)), x < 0);
}

double exp(double x) {
  if (std::isnan(x)) return x;
  return std::isinf(x) ? (x > 0 ? x : 0) : rounded(exponential(x));
}

double exp2(double x) {
  if (std::isnan(x)) return x;
  return std::isinf(x) ? (x > 0 ? x : 0) : rounded(exponential(x * logarithm(2)));
}

double log(double x) {
  if (std::isnan(x) || x == k_infinity) return x;
  if (x == 0) return error_with(ERANGE, -k_infinity);
  return x < 0 ? outside() : rounded(logarithm(x));
}

double log2(double x) {
  if (std::isnan(x) || x == k_infinity) return x;
  if (x == 0) return error_with(ERANGE, -k_infinity);
  return x < 0 ? outside() : rounded(logarithm(x) / logarithm(2));
}

double log10(double x) {
  if (std::isnan(x) || x == k_infinity) return x;
  if (x == 0) return error_with(ERANGE, -k_infinity);
  return x < 0 ? outside() : rounded(logarithm(x) / logarithm(10));
}

double sinh(double x) {
  if (std::isnan(x) || std::isinf(x) || x == 0) return x;
  return rounded(hyperbolic_sine(x));
}

double cosh(double x) {
  if (std::isnan(x)) return x;
  return std::isinf(x) ? k_infinity : rounded(hyperbolic_cosine(x));
}

double pow(double x, double y) {
  if (y == 0 || x == 1) return 1;
  if (std::isnan(x) || std::isnan(y)) return x + y;
  if (x == 0 || std::isinf(x)) return power_of_end(x, y);
  if (std::isinf(y)) return std::fabs(x) == 1 ? 1 : (std::fabs(x) > 1) == (y > 0) ? k_infinity : 0;
  if (x < 0 && !is_whole(y)) return outside();
  if (const std::optional<Quad> power = power_of_products(x, y)) return rounded(*power);
  return with_sign(exponential(y * logarithm(std::fabs(x))), x < 0 && is_odd(y));
}

}  // extern "C"
