#include "accuracy/table.h"

#include <bit>
#include <cmath>
#include <limits>

namespace clc::accuracy {
namespace {

using uint = std::uint32_t;
using ulong = std::uint64_t;
#include "accuracy/rules.h"
#include "accuracy/samples.h"

constexpr float k_everywhere = std::numeric_limits<float>::infinity();

double half_of(uint bits) {
  const int exponent = static_cast<int>(bits >> 10 & 31), mantissa = static_cast<int>(bits & 1023);
  double size = exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);
  if (exponent == 31) size = mantissa != 0 ? std::nan("") : std::numeric_limits<double>::infinity();
  return bits & 0x8000 ? -size : size;
}

Rule ulp_within(float limit, float bound) {
  return {.kind = k_ulp, .limit = limit, .bound = bound};
}
Rule ulp(float limit) {
  return ulp_within(limit, k_everywhere);
}
Rule absolute_within(float limit, float bound) {
  return {.kind = k_absolute, .limit = limit, .bound = bound};
}
Rule open_between(float, float high) {
  return {.kind = k_between, .limit = 1, .bound = high, .is_judged = false};
}
const Rule rounded = ulp(0.5F);
const Rule exponential{.kind = k_exponential, .limit = 3, .bound = k_everywhere};
const Rule logarithm{.kind = k_logarithm, .limit = 3, .bound = k_everywhere};
const Rule open{.kind = k_ulp, .limit = 1, .bound = k_everywhere, .is_judged = false};
// The specification gives a formula in the place of a limit: 8192 ulp for what is not derived so.
const Rule derived{.kind = k_ulp, .limit = 8192, .bound = k_everywhere, .is_judged = false};

}  // namespace

#define ROW(NAME, ARGUMENTS, ...) Function{#NAME, #NAME, Arguments::ARGUMENTS, __VA_ARGS__},
#define FUNCTION1(NAME, RESULT, ...) ROW(NAME, k_one, __VA_ARGS__)
#define FUNCTION2(NAME, RESULT, ...) ROW(NAME, k_two, __VA_ARGS__)
#define FUNCTION_INT(NAME, RESULT, ...) ROW(NAME, k_one_and_int, __VA_ARGS__)
#define LOOSE_ROW(NAME, REFERENCE, ARGUMENTS, RULE) \
  Function{#NAME, #REFERENCE, Arguments::ARGUMENTS, RULE, RULE, RULE, RULE, true},
#define LOOSE1(NAME, REFERENCE, RESULT, RULE) LOOSE_ROW(NAME, REFERENCE, k_one, RULE)
#define LOOSE2(NAME, REFERENCE, RESULT, RULE) LOOSE_ROW(NAME, REFERENCE, k_two, RULE)

const std::vector<Function>& functions() {
  static const std::vector<Function> all = {
#include "accuracy/functions.h"
  };
  return all;
}

Input input_of(Type type, Arguments arguments, std::uint32_t index) {
  Input input;
  const auto whole = static_cast<int>(int_sample(index, 2));
  if (type == Type::k_double) {
    input.x = std::bit_cast<double>(double_sample(index, 1));
    input.y = std::bit_cast<double>(double_sample(index, 2));
  } else if (type == Type::k_half) {
    input.x = half_of(arguments == Arguments::k_one ? index : static_cast<uint>(scrambled(index)));
    input.y = half_of(static_cast<uint>(scrambled(index) >> 16));
  } else {
    input.x = std::bit_cast<float>(arguments == Arguments::k_one ? index : float_sample(index, 1));
    input.y = std::bit_cast<float>(float_sample(index, 2));
  }
  if (arguments != Arguments::k_two) input.y = 0;
  if (arguments == Arguments::k_one_and_int) input.k = whole;
  return input;
}

float allowed_by(const Rule& rule, double x) {
  return allowed_error(rule.kind, rule.limit, rule.bound, static_cast<float>(x));
}

}  // namespace clc::accuracy
