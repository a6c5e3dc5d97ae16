// The float functions for NVIDIA, compiled for the host: their errors against double, with the chip's approximations
// moved within their documented errors, for numbers of all sizes, special ones and hard cases, in each of the three
// profiles. Ends with 1 where an error exceeds OpenCL's bound.
#include <algorithm>
#include <cstdio>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "accuracy/opencl_on_host.h"
using uint = unsigned;
#include "accuracy/rules.h"

namespace clc_maths {
// clang-format off: the order counts
#include "builtins/nvptx_float_coefficients.clh"
#include "builtins/nvptx_float_exp.clh"
#include "builtins/nvptx_float_log.clh"
#include "builtins/nvptx_float_trig.clh"
#include "builtins/nvptx_float_arc.clh"
#include "builtins/nvptx_float_power.clh"
#include "builtins/nvptx_float_special.clh"
#include "builtins/nvptx_float_division.clh"
#include "builtins/nvptx_float_half.clh"
// clang-format on
}  // namespace clc_maths

namespace {

// A rule of rules.h.
struct Rule {
  RuleKind kind = k_ulp;
  float limit = 0, bound = std::numeric_limits<float>::infinity();
};

constexpr Rule ulp(float limit, float bound = std::numeric_limits<float>::infinity()) {
  return {k_ulp, limit, bound};
}

struct Row {
  const char* name;
  Rule rule;
  float (*tested)(float);
  double (*reference)(double);
};

struct PairRow {
  const char* name;
  Rule rule;
  float (*tested)(float, float);
  double (*reference)(double, double);
  bool has_whole;  // the second argument is an integer
};

double gamma_function(double x) {
  return x < 0 && x == std::floor(x) ? std::numeric_limits<double>::quiet_NaN() : std::tgamma(x);
}

double sine_of_half_turns(double x) {
  const double whole = std::rint(x * 2), part = x - whole / 2;
  const double angle = part * std::numbers::pi;
  const auto quadrant = static_cast<int>(std::fmod(whole, 4));
  const double values[] = {std::sin(angle), std::cos(angle), -std::sin(angle), -std::cos(angle)};
  const double result = values[(quadrant + 4) % 4];
  return result == 0 ? std::copysign(0.0, x) : result;
}

double cosine_of_half_turns(double x) {
  const double rest = std::fmod(std::fabs(x), 2.0);
  return rest == 0.5 || rest == 1.5 ? 0.0 : sine_of_half_turns(rest + 0.5);
}

double root_of(double x, double n) {
  if (n == 0 || (x < 0 && std::fmod(n, 2) == 0)) return std::numeric_limits<double>::quiet_NaN();
  const double root = std::pow(std::fabs(x), 1 / n);
  return std::fmod(n, 2) == 0 ? root : std::copysign(root, x);
}

double power_of_positive(double x, double y) {
  const bool is_undefined = x < 0 || std::isnan(x) || std::isnan(y) || (x == 0 && y == 0) ||
                            (std::isinf(x) && y == 0) || (x == 1 && std::isinf(y));
  return is_undefined ? std::numeric_limits<double>::quiet_NaN() : std::pow(std::fabs(x), y);
}

#define ROW(NAME, RULE, REFERENCE) \
  {#NAME, RULE, [](float x) { return clc_maths::NAME(x); }, [](double x) -> double { return REFERENCE; }}
#define PAIR(NAME, RULE, REFERENCE)                                     \
  {#NAME, RULE, [](float x, float y) { return clc_maths::NAME(x, y); }, \
   [](double x, double y) -> double { return REFERENCE; }, false}
#define WITH_WHOLE(NAME, RULE, REFERENCE)                                                 \
  {#NAME, RULE, [](float x, float y) { return clc_maths::NAME(x, static_cast<int>(y)); }, \
   [](double x, double y) -> double { return REFERENCE; }, true}

constexpr Row k_rows[] = {
    ROW(exp, ulp(3), std::exp(x)),
    ROW(exp2, ulp(3), std::exp2(x)),
    ROW(exp10, ulp(3), std::pow(10, x)),
    ROW(expm1, ulp(3), std::expm1(x)),
    ROW(cosh, ulp(4), std::cosh(x)),
    // 4 for OpenCL: the chip's exponential may be off by 2 ulp, which are 4 of a result just below a power of 2.
    ROW(sinh, ulp(4.5), std::sinh(x)),
    ROW(tanh, ulp(5), std::tanh(x)),
    ROW(log, ulp(3), std::log(x)),
    ROW(log2, ulp(3), std::log2(x)),
    ROW(log10, ulp(3), std::log10(x)),
    ROW(log1p, ulp(2), std::log1p(x)),
    ROW(asinh, ulp(4), std::asinh(x)),
    ROW(acosh, ulp(4), std::acosh(x)),
    ROW(atanh, ulp(5), std::atanh(x)),
    ROW(sin, ulp(4), std::sin(x)),
    ROW(cos, ulp(4), std::cos(x)),
    ROW(tan, ulp(5), std::tan(x)),
    ROW(sinpi, ulp(4), sine_of_half_turns(x)),
    ROW(cospi, ulp(4), cosine_of_half_turns(x)),
    ROW(atan, ulp(5), std::atan(x)),
    ROW(asin, ulp(4), std::asin(x)),
    ROW(acos, ulp(4), std::acos(x)),
    ROW(atanpi, ulp(5), std::atan(x) / std::numbers::pi),
    ROW(asinpi, ulp(5), std::asin(x) / std::numbers::pi),
    ROW(acospi, ulp(5), std::acos(x) / std::numbers::pi),
    ROW(cbrt, ulp(2), std::cbrt(x)),
    ROW(erf, ulp(16), std::erf(x)),
    ROW(erfc, ulp(16), std::erfc(x)),
    ROW(tgamma, ulp(16), gamma_function(x)),
};

// 3 for OpenCL outside of 1/2 to 2: the chip's logarithm may be off by 2^-22, which are 4 ulp of a result just above a
// power of 2, before it is multiplied. On GPUs all results are within 3 (bench/accuracy).
constexpr Rule k_of_logarithm{k_logarithm, 6}, k_of_exponential{k_exponential, 0};
constexpr Rule k_of_sine{k_absolute, 0x1p-11f, 0x1.921fb6p+1f}, k_of_half_turns{k_absolute, 0x1p-11f, 1};

// Functions that have a form of their own under relaxed maths.
constexpr Row k_relaxed_rows[] = {
    ROW(exp, k_of_exponential, std::exp(x)),
    ROW(exp2, k_of_exponential, std::exp2(x)),
    ROW(exp10, ulp(8192), std::pow(10, x)),
    ROW(cosh, ulp(8192, 88), std::cosh(x)),
    ROW(sinh, ulp(8192, 88), std::sinh(x)),
    ROW(tanh, ulp(8192, 88), std::tanh(x)),
    ROW(log, k_of_logarithm, std::log(x)),
    ROW(log2, k_of_logarithm, std::log2(x)),
    ROW(log10, k_of_logarithm, std::log10(x)),
    ROW(sin, k_of_sine, std::sin(x)),
    ROW(cos, k_of_sine, std::cos(x)),
    ROW(sinpi, k_of_half_turns, sine_of_half_turns(x)),
    ROW(cospi, k_of_half_turns, cosine_of_half_turns(x)),
};

constexpr Row k_half_rows[] = {
    ROW(half_exp, ulp(8192), std::exp(x)),
    ROW(half_exp2, ulp(8192), std::exp2(x)),
    ROW(half_exp10, ulp(8192), std::pow(10, x)),
    ROW(half_log, ulp(8192), std::log(x)),
    ROW(half_log2, ulp(8192), std::log2(x)),
    ROW(half_log10, ulp(8192), std::log10(x)),
    ROW(half_recip, ulp(8192), 1 / x),
    ROW(half_sqrt, ulp(8192), std::sqrt(x)),
    ROW(half_rsqrt, ulp(8192), 1 / std::sqrt(x)),
    ROW(half_sin, ulp(8192, 0x1p+16f), std::sin(x)),
    ROW(half_cos, ulp(8192, 0x1p+16f), std::cos(x)),
    ROW(half_tan, ulp(8192, 0x1p+16f), std::tan(x)),
};

// Functions of float that nvptx_fp16.cl makes functions of half of, where these are no full ones.
constexpr Row k_rows_of_halves[] = {
    ROW(half_sin, ulp(2), std::sin(x)),
    ROW(half_cos, ulp(2), std::cos(x)),
    ROW(half_tan, ulp(2), std::tan(x)),
    ROW(half_exp, ulp(2), std::exp(x)),
    ROW(half_exp2, ulp(2), std::exp2(x)),
    ROW(half_exp10, ulp(2), std::pow(10, x)),
    {"log of half", ulp(2), [](float x) { return clc_maths::lg2_flushed(x) * 0x1.62e43p-1f; },
     [](double x) { return std::log(x); }},
    {"log2 of half", ulp(2), [](float x) { return clc_maths::lg2_flushed(x); }, [](double x) { return std::log2(x); }},
    {"log10 of half", ulp(2), [](float x) { return clc_maths::lg2_flushed(x) * 0x1.344136p-2f; },
     [](double x) { return std::log10(x); }},
};

constexpr PairRow k_pair_rows[] = {
    PAIR(pow, ulp(16), std::pow(x, y)),
    PAIR(powr, ulp(16), power_of_positive(x, y)),
    PAIR(atan2, ulp(6), std::atan2(x, y)),
    PAIR(atan2pi, ulp(6), std::atan2(x, y) / std::numbers::pi),
    PAIR(hypot, ulp(4), std::hypot(x, y)),
    PAIR(fmod, ulp(0), std::fmod(x, y)),
    PAIR(remainder, ulp(0), std::remainder(x, y)),
    WITH_WHOLE(pown, ulp(16), std::pow(x, y)),
    WITH_WHOLE(rootn, ulp(16), root_of(x, y)),
};

constexpr double k_wrong = 1e30;

double size_of_ulp(double right) {
  return std::ldexp(1, std::max(std::ilogb(right), -126) - 23);
}

// How far a result is from the right one, in units of its last place; infinity is the number after the largest one.
double error_in_ulp(float got, double right) {
  if (std::isnan(right) || std::isnan(got)) return std::isnan(right) && std::isnan(got) ? 0 : k_wrong;
  const auto rounded = static_cast<float>(right);
  if (std::isinf(rounded) && got == rounded) return 0;
  if (std::isinf(right)) return k_wrong;
  if (right == 0) return got == 0 && std::signbit(got) == std::signbit(right) ? 0 : k_wrong;
  const double number = std::isinf(got) ? std::copysign(0x1p+128, got) : got;
  return std::fabs(number - right) / size_of_ulp(right);
}

// How a profile is judged: the chip's approximations take and give zeros for denormal numbers, and nothing is promised
// for special values under relaxed maths.
struct Profile {
  const char* name;
  bool flushes, is_finite;
};

bool is_denormal(double x) {
  return x != 0 && std::fabs(x) < 0x1p-126;
}

bool counts(const Profile& profile, float x, double right) {
  if (profile.flushes && is_denormal(x)) return false;
  return !profile.is_finite || (std::isfinite(x) && std::isfinite(right) && std::fabs(right) < 0x1p+128);
}

// The error as a part of what the rule allows.
double part_of_allowed(const Profile& profile, const Rule& rule, float x, float got, double right) {
  const double allowed = allowed_error(rule.kind, rule.limit, rule.bound, x);
  if (allowed == 0 && rule.limit != 0) return 0;  // out of the bounds
  if (profile.flushes && std::fabs(right) < 0x1p-125 && std::fabs(got) < 0x1p-125) return 0;
  const double error = error_in_ulp(got, right);
  if (error == 0 || (profile.is_finite && right == 0 && got == 0)) return 0;
  if (allowed == 0) return error < 1e-9 ? 0 : k_wrong;
  return error >= k_wrong && std::isfinite(got) && right == 0 ? std::fabs(got) / -allowed
         : allowed < 0                                        ? error * size_of_ulp(right) / -allowed
                                                              : error / allowed;
}

struct Worst {
  double part = 0;
  float x = 0, y = 0;
};

void look_at(const Profile& profile, const Row& row, float x, Worst& worst) {
  const double right = row.reference(x);
  if (!counts(profile, x, right)) return;
  const double part = part_of_allowed(profile, row.rule, x, row.tested(x), right);
  if (part > worst.part) worst = {part, x, 0};
}

// Numbers where functions change their ways, and where results are hard to round, overflow or vanish.
const std::vector<float>& hard_cases() {
  static const std::vector<float> k_all = [] {
    std::vector<float> all;
    for (const float size :
         {0.0f, 0x1p-149f, 0x1p-126f, 0x1p-100f, 0x1p-24f, 0x1p-10f, 0.25f, 0.331f, 0.3333333f, 0.5f, 0.5493061f, 0.55f,
          0.6666667f, 0.7071068f, 0.7853982f, 0.79f, 1.0f, 1.0397208f, 1.3333334f, 1.4142135f, 1.5f, 1.5707964f, 1.75f,
          2.0f, 2.3561945f, 2.7182817f, 3.0f, 3.1415927f, 4.712389f, 6.2831855f, 10.0f, 16.0f, 35.04010f, 87.33654f,
          88.02969f, 88.72284f, 89.41598f, 103.97208f, 128.0f, 149.0f, 0x1p+16f, 0x1p+17f, 0x1p+23f, 0x1p+24f, 0x1p+30f,
          0x1.76fb6p+60f, 0x1.2fab72p+113f, 0x1.fffffep+127f,
          // near multiples of pi / 2
          0x1.921fb6p+24f, 0x1.f6a7a2p+43f, 0x1.8bc7dcp+94f}) {
      float below = size, above = size;
      for (int i = 0; i < 4; ++i) {
        for (const float x : {below, above}) all.insert(all.end(), {x, -x});
        below = std::nextafter(below, 0.0f);
        above = std::nextafter(above, std::numeric_limits<float>::infinity());
      }
    }
    return all;
  }();
  return k_all;
}

constexpr float k_special[] = {HUGE_VALF, -HUGE_VALF, std::numeric_limits<float>::quiet_NaN()};

bool show(const Profile& profile, const char* name, const Worst& worst) {
  const bool good = worst.part <= 1;
  std::printf("%s  %s, %s: %.3g of what is allowed at %a, %a\n", good ? "ok    " : "FAILED", name, profile.name,
              worst.part, worst.x, worst.y);
  return good;
}

template <std::size_t N>
int wrong_of(const Profile& profile, const Row (&rows)[N], std::uint64_t stride) {
  int wrong = 0;
  for (const Row& row : rows) {
    Worst worst;
    for (std::uint64_t bits = 0; bits <= 0xffffffff; bits += stride)
      look_at(profile, row, clc_maths::as_float(static_cast<std::uint32_t>(bits)), worst);
    for (const float x : hard_cases()) look_at(profile, row, x, worst);
    for (const float x : k_special) look_at(profile, row, x, worst);
    wrong += show(profile, row.name, worst) ? 0 : 1;
  }
  return wrong;
}

// The number of a half's bits.
float number_of_half(unsigned bits) {
  const unsigned exponent = (bits >> 10) & 31, mantissa = bits & 1023;
  const double size = exponent == 31  ? (mantissa == 0 ? HUGE_VAL : std::numeric_limits<double>::quiet_NaN())
                      : exponent == 0 ? std::ldexp(mantissa, -24)
                                      : std::ldexp(mantissa + 1024, static_cast<int>(exponent) - 25);
  return static_cast<float>(std::copysign(size, bits >> 15 ? -1.0 : 1.0));
}

// In units of half's last place, with half a one for the rounding.
double error_in_half_ulp(float got, double right) {
  constexpr double k_too_large = 65520;
  if (std::isnan(right) || std::isnan(got)) return std::isnan(right) && std::isnan(got) ? 0 : k_wrong;
  if (std::fabs(right) >= k_too_large && std::fabs(got) >= k_too_large)
    return std::signbit(got) == (right < 0) ? 0 : k_wrong;
  if (std::isinf(right) || std::isinf(got)) return k_wrong;
  if (right == 0) return got == 0 && std::signbit(got) == std::signbit(right) ? 0 : k_wrong;
  return 0.5 + std::fabs(got - right) / std::ldexp(1, std::max(std::ilogb(right), -14) - 10);
}

int wrong_of_halves() {
  int wrong = 0;
  for (const Row& row : k_rows_of_halves) {
    Worst worst;
    for (unsigned bits = 0; bits < 0x10000; ++bits) {
      const float x = number_of_half(bits);
      const double part = error_in_half_ulp(row.tested(x), row.reference(x)) / row.rule.limit;
      if (part > worst.part) worst = {part, x, 0};
    }
    wrong += show({"half", false, false}, row.name, worst) ? 0 : 1;
  }
  return wrong;
}

// A sample of all exponents: x anywhere, y such that powers do not overflow, or near x, or anywhere.
std::uint32_t hash_of(std::uint32_t bits) {
  bits = (bits ^ (bits >> 16)) * 0x7feb352du;
  bits = (bits ^ (bits >> 15)) * 0x846ca68bu;
  return bits ^ (bits >> 16);
}

float second_of(std::uint32_t index, float x, bool is_whole) {
  const float any = clc_maths::as_float(hash_of(index + 0x9e3779b9u));
  const float unit = std::ldexp(static_cast<float>(hash_of(~index) >> 8), -24);
  if (is_whole) return std::copysign(static_cast<float>(1 + (hash_of(~index) >> (10 + index % 20))), any);
  if (index % 3 == 0) return any;
  if (index % 3 == 1) return std::copysign(unit * 130 / std::max(std::fabs(std::log2(std::fabs(x))), 0x1p-20f), any);
  return x * (0.5f + unit * std::ldexp(1.0f, static_cast<int>(hash_of(index) % 20)));
}

void look_at(const PairRow& row, float x, float y, Worst& worst) {
  constexpr Profile k_full{"full", false, false};
  if (row.has_whole && !(std::fabs(y) < 0x1p+31f)) return;
  const float second = row.has_whole ? std::trunc(y) : y;
  const double part = part_of_allowed(k_full, row.rule, x, row.tested(x, second), row.reference(x, second));
  if (part > worst.part) worst = {part, x, second};
}

int wrong_pairs(std::uint64_t stride) {
  int wrong = 0;
  for (const PairRow& row : k_pair_rows) {
    Worst worst;
    for (std::uint64_t bits = 0; bits <= 0xffffffff; bits += stride) {
      const auto index = static_cast<std::uint32_t>(bits);
      const float x = clc_maths::as_float(index);
      look_at(row, x, second_of(index, x, row.has_whole), worst);
    }
    std::vector<float> all = hard_cases();
    all.insert(all.end(), std::begin(k_special), std::end(k_special));
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (std::size_t j = i % 3; j < all.size(); j += 3) look_at(row, all[i], all[j], worst);
    }
    wrong += show({"full", false, false}, row.name, worst) ? 0 : 1;
  }
  return wrong;
}

}  // namespace

int main(int count, char** arguments) {
  const std::uint64_t stride = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 8191;
  int wrong = wrong_of({"full", false, false}, k_rows, stride) + wrong_pairs(stride);
  wrong += wrong_of({"half_", true, false}, k_half_rows, stride) + wrong_of_halves();
  clc_maths::clc_is_relaxed = 1;
  wrong += wrong_of({"relaxed", true, true}, k_relaxed_rows, stride);
  return wrong == 0 ? 0 : 1;
}
