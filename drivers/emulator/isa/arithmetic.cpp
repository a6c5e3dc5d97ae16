// Functions that are exact in AMD's pseudo-code, as inexact as the hardware may be.
//
// The errors are those of AMD's manuals ("V_RCP_F32: 1 ulp", "V_RCP_F64: 2^29 ulp") and LLVM's comments on the
// expansions that repair them. The emulator takes one of the permitted results: the exact one where it can be
// represented, and else one that follows from the bits of the argument, so that code which needs more than is promised
// shows on some arguments, and the same ones each time.
#include <algorithm>
#include <cfenv>
#include <limits>

#include "isa/pseudocode.h"

namespace clc::emulator::pseudocode {
namespace {

// A number of 113 bits.
#if defined(__x86_64__)
__extension__ typedef __float128 quad;  // NOLINT: no alias can say that it is an extension
#else
using quad = long double;
static_assert(std::numeric_limits<quad>::digits == 113);
#endif

// A double of which the last 27 or so bits are wrong: the text of V_RCP_F64 says 2^29 ulp, a quarter of it is taken.
double wrong_by_many(double value, std::uint64_t seed) {
  if (std::isnan(value) || std::isinf(value) || value == 0) return value;
  const std::int64_t wrong = static_cast<std::int64_t>(scrambled(seed) % (1U << 28U)) - (1 << 27);
  const double result = value * (1.0 + std::ldexp(static_cast<double>(wrong), -53));
  return std::isinf(result) ? value : result;
}

template <typename T>
std::uint64_t seed_of(T value) {
  return to_bits(value);
}

template <typename Exact>
float f32_of(float argument, Exact (*function)(Exact)) {
  const float x = without_denormal(argument);
  return wrong_by_ulp(function(x), seed_of(x));
}

F16 f16_of(F16 argument, long double (*function)(long double)) {
  return F16::from(static_cast<double>(function(argument.to_float())));  // 0.51 ulp: the nearest
}

double f64_of(double argument, long double (*function)(long double)) {
  const auto exact = static_cast<double>(function(argument));
  return wrong_by_many(exact, seed_of(argument));
}

long double reciprocal(long double x) {
  return 1.0L / x;
}
long double reciprocal_root(long double x) {
  return 1.0L / std::sqrt(x);
}
long double root(long double x) {
  return std::sqrt(x);
}
double root_of_float(double x) {
  return std::sqrt(x);
}
long double power_of_two(long double x) {
  return std::exp2(x);
}
long double logarithm(long double x) {
  return std::log2(x);
}

// Sine and cosine of a number of turns. AMD's range is 256 turns, beyond which the hardware gives 0 (sine) and 1
// (cosine) before gfx9; since, it is reduced. The error is absolute.
constexpr long double k_turn = 6.283185307179586476925286766559L;
long double sine(long double turns) {
  return std::sin((turns - std::floor(turns)) * k_turn);
}
long double cosine(long double turns) {
  return std::cos((turns - std::floor(turns)) * k_turn);
}

template <typename T>
struct Limits;
template <>
struct Limits<float> {
  static constexpr int bias = 127, fraction_bits = 23, scale = 64, far = 96, underflow = 150;
};
template <>
struct Limits<double> {
  static constexpr int bias = 1023, fraction_bits = 52, scale = 128, far = 768, underflow = 1075;
};

template <typename T>
bool is_subnormal(T value) {
  return value != 0 && std::fabs(value) < std::numeric_limits<T>::min();
}

// The quotient is too small to be normal, zero included.
template <typename T>
bool quotient_is_subnormal(T numerator, T denominator) {
  return std::fabs(static_cast<long double>(numerator) / static_cast<long double>(denominator)) <
         static_cast<long double>(std::numeric_limits<T>::min());
}

enum class Scaling : std::uint8_t {
  k_none,
  k_both_up,
  k_both_down,
  k_denominator_up,
  k_denominator_down,
  k_numerator_up
};

// Scales a quotient as v_div_scale does, in the order of AMD's text. The text scales the denominator up in the fourth
// case, which would be infinite: the reciprocal of that denominator is denormal, so it is at least 2^126. It has to go
// down.
template <typename T>
Scaling scaling_of(T denominator, T numerator) {
  if (denominator == 0 || numerator == 0) return Scaling::k_none;
  if (exponent(numerator) - exponent(denominator) >= Limits<T>::far) return Scaling::k_denominator_up;
  if (is_subnormal(denominator)) return Scaling::k_both_up;
  const bool small_reciprocal = quotient_is_subnormal(T{1}, denominator);
  const bool small_quotient = quotient_is_subnormal(numerator, denominator);
  if (small_reciprocal && small_quotient) return Scaling::k_denominator_down;
  if (small_reciprocal) return Scaling::k_both_down;
  if (small_quotient) return Scaling::k_numerator_up;
  return exponent(numerator) <= (Limits<T>::fraction_bits == 23 ? 23 : 53) ? Scaling::k_both_up : Scaling::k_none;
}

}  // namespace

template <>
float round_to_even(float value) {
  const float whole = std::trunc(value), rest = std::fabs(value - whole);
  if (rest < 0.5F || std::isinf(value)) return std::copysign(whole, value);
  const bool odd = std::fmod(whole, 2.0F) != 0;
  return rest == 0.5F && !odd ? std::copysign(whole, value) : std::copysign(std::fabs(whole) + 1, value);
}
template <>
double round_to_even(double value) {
  const double whole = std::trunc(value), rest = std::fabs(value - whole);
  if (rest < 0.5 || std::isinf(value)) return std::copysign(whole, value);
  const bool odd = std::fmod(whole, 2.0) != 0;
  return rest == 0.5 && !odd ? std::copysign(whole, value) : std::copysign(std::fabs(whole) + 1, value);
}
template <>
F16 round_to_even(F16 value) {
  return to_f16(round_to_even(value.to_float()));
}

template <>
float fraction(float value) {
  if (std::isnan(value) || std::isinf(value)) return constant_nan_f32;
  return std::fmin(value - std::floor(value), 0x1.fffffep-1F);
}
template <>
double fraction(double value) {
  if (std::isnan(value) || std::isinf(value)) return constant_nan_f64;
  return std::fmin(value - std::floor(value), 0x1.fffffffffffffp-1);
}
template <>
F16 fraction(F16 value) {
  if (value.is_nan()) return value;
  return to_f16(std::fmin(fraction(value.to_float()), 0x1.ffcp-1F));
}

template <>
float mantissa_of(float value) {
  int ignored = 0;
  return std::frexp(value, &ignored);
}
template <>
double mantissa_of(double value) {
  int ignored = 0;
  return std::frexp(value, &ignored);
}
template <>
F16 mantissa_of(F16 value) {
  return to_f16(mantissa_of(value.to_float()));
}
template <>
int exponent_of(double value) {
  int result = 0;
  if (std::isnan(value) || std::isinf(value)) return 0;
  std::frexp(value, &result);
  return result;
}
template <>
int exponent_of(float value) {
  return exponent_of(static_cast<double>(value));
}
template <>
int exponent_of(F16 value) {
  return exponent_of(static_cast<double>(value.to_float()));
}

template <>
double scaled(double value, int exponent) {
  return std::ldexp(value, exponent);
}
template <>
F16 scaled(F16 value, int exponent) {
  return F16::from(std::ldexp(static_cast<double>(value.to_float()), exponent));
}

// LLVM's division of doubles refines this reciprocal twice, and is to be rounded correctly: that holds for a
// denominator just below a power of two only if its reciprocal is the nearest number. AMD's division is conformant, so
// it has to be.
double reciprocal_of_double(double value) {
  constexpr std::uint64_t k_fraction = 0xfffffffffffffU;
  const std::uint64_t bits = to_bits(value);
  if ((bits & k_fraction) != k_fraction || std::isnan(value) || is_subnormal(1.0 / value))
    return f64_of(value, reciprocal);
  return as_f64(to_bits(1.0 / as_f64((bits & ~k_fraction) + k_fraction + 1)) | 1U);
}

#define CLC_APPROXIMATION(name, function, of_double) \
  template <>                                        \
  F16 approximate_##name(F16 value) {                \
    return f16_of(value, function);                  \
  }                                                  \
  template <>                                        \
  double approximate_##name(double value) {          \
    return of_double;                                \
  }
#define CLC_APPROXIMATION_OF_FLOAT(name, function) \
  template <>                                      \
  float approximate_##name(float value) {          \
    return f32_of(value, function);                \
  }
CLC_APPROXIMATION(rcp, reciprocal, reciprocal_of_double(value))
CLC_APPROXIMATION(rsq, reciprocal_root, f64_of(value, reciprocal_root))
CLC_APPROXIMATION(sqrt, root, f64_of(value, root))
CLC_APPROXIMATION_OF_FLOAT(sqrt, root_of_float)
CLC_APPROXIMATION(exp2, power_of_two, f64_of(value, power_of_two))
CLC_APPROXIMATION_OF_FLOAT(exp2, power_of_two)
CLC_APPROXIMATION(log2, logarithm, f64_of(value, logarithm))
CLC_APPROXIMATION_OF_FLOAT(log2, logarithm)
CLC_APPROXIMATION(sin, sine, f64_of(value, sine))
CLC_APPROXIMATION_OF_FLOAT(sin, sine)
CLC_APPROXIMATION(cos, cosine, f64_of(value, cosine))
CLC_APPROXIMATION_OF_FLOAT(cos, cosine)
#undef CLC_APPROXIMATION
#undef CLC_APPROXIMATION_OF_FLOAT

template <typename T>
T div_scale(T what, T denominator, T numerator) {
  if (denominator == 0 || numerator == 0) return std::numeric_limits<T>::quiet_NaN();
  constexpr int scale = Limits<T>::scale;
  switch (scaling_of(denominator, numerator)) {
    case Scaling::k_none:
      break;
    case Scaling::k_both_up:
      return std::ldexp(what, scale);
    case Scaling::k_both_down:
      return std::ldexp(what, -scale);
    case Scaling::k_denominator_up:
      return what == denominator ? std::ldexp(what, scale) : what;
    case Scaling::k_denominator_down:
      return what == denominator ? std::ldexp(what, -scale) : what;
    case Scaling::k_numerator_up:
      return what == numerator ? std::ldexp(what, scale) : what;
  }
  return what;
}
template float div_scale(float, float, float);
template double div_scale(double, double, double);

template <typename T>
bool div_scale_flag(T denominator, T numerator) {
  const Scaling scaling = scaling_of(denominator, numerator);
  return scaling == Scaling::k_denominator_up || scaling == Scaling::k_denominator_down ||
         scaling == Scaling::k_numerator_up;
}
template bool div_scale_flag(float, float);
template bool div_scale_flag(double, double);

// The result is rounded once, after it was scaled: else denormal quotients would be rounded twice.
template <typename T>
T div_fmas(T a, T b, T c, bool scale) {
  if (!scale) return std::fma(a, b, c);
  const int power = exponent(c) > Limits<T>::bias ? Limits<T>::scale : -Limits<T>::scale;
  const quad factor = std::ldexp(1.0, power);
  return static_cast<T>((static_cast<quad>(a) * static_cast<quad>(b) + static_cast<quad>(c)) * factor);
}
template float div_fmas(float, float, float, bool);
template double div_fmas(double, double, double, bool);

template <typename T>
T div_fixup(T quotient, T denominator, T numerator) {
  const bool negative_result = sign(denominator) != sign(numerator);
  const auto with_sign = [&](T magnitude) { return negative_result ? -magnitude : magnitude; };
  if (std::isnan(numerator)) return to_quiet_nan(numerator);
  if (std::isnan(denominator)) return to_quiet_nan(denominator);
  if (denominator == 0 && numerator == 0) return -std::numeric_limits<T>::quiet_NaN();
  if (std::isinf(denominator) && std::isinf(numerator)) return -std::numeric_limits<T>::quiet_NaN();
  if (denominator == 0 || std::isinf(numerator)) return with_sign(std::numeric_limits<T>::infinity());
  if (std::isinf(denominator) || numerator == 0) return with_sign(T{0});
  if (exponent(numerator) - exponent(denominator) < -Limits<T>::underflow) return with_sign(T{0});
  // AMD's text does not say how a quotient beyond the greatest number becomes infinite; before the fix-up it is inf -
  // inf.
  if (std::isnan(quotient)) return with_sign(std::numeric_limits<T>::infinity());
  return with_sign(std::fabs(quotient));
}
template float div_fixup(float, float, float);
template double div_fixup(double, double, double);
template <>
F16 div_fixup(F16 quotient, F16 denominator, F16 numerator) {
  return to_f16(div_fixup(quotient.to_float(), denominator.to_float(), numerator.to_float()));
}

// 2/pi, of which the instruction gives 53 bits, those that a great argument needs.
double trig_preop(double value, std::uint32_t segment) {
  // AMD's text: 1201 bits of 2/pi, shifted left; the next 53 of them.
  static constexpr std::uint32_t k_two_over_pi[] = {
      0xA2F9836E, 0x4E441529, 0xFC2757D1, 0xF534DDC0, 0xDB629599, 0x3C439041, 0xFE5163AB, 0xDEBBC561,
      0xB7246E3A, 0x424DD2E0, 0x06492EEA, 0x09D1921C, 0xFE1DEB1C, 0xB129A73E, 0xE88235F5, 0x2EBB4484,
      0xE99C7026, 0xB45F7E41, 0x3991D639, 0x835339F4, 0x9C845F8B, 0xBDF9283B, 0x1FF897FF, 0xDE05980F,
      0xEF2F118B, 0x5A0A6D1F, 0x6D367ECF, 0x27CB09B7, 0x4F463F66, 0x9E5FEA2D, 0x7527BAC7, 0xEBE5F17B,
      0x3D0739F7, 0x8A5292EA, 0x6BFB5FB1, 0x1F8D5D08, 0x56033046, 0xFC7B6BAB};
  const int biased = exponent(value);
  int shift = static_cast<int>(segment & 31U) * 53;
  if (biased > 1077) shift += biased - 1077;
  std::uint64_t bits = 0;
  for (int i = 0; i < 53; ++i) {
    const int position = shift + i;
    const bool bit = position < static_cast<int>(sizeof k_two_over_pi) * 8 &&
                     (k_two_over_pi[position / 32] >> (31 - position % 32) & 1U) != 0;
    bits = bits << 1U | (bit ? 1U : 0U);
  }
  const int scale = -53 - shift + (biased >= 1968 ? 128 : 0);
  return std::ldexp(static_cast<double>(bits), scale);
}

std::uint32_t halves_toward_zero(float low, float high) {
  const int before = std::fegetround();
  std::fesetround(FE_TOWARDZERO);
  const std::uint32_t result = F16::from(low).bits | std::uint32_t{F16::from(high).bits} << 16U;
  std::fesetround(before);
  return result;
}

}  // namespace clc::emulator::pseudocode
