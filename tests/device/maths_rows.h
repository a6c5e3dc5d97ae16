// The maths builtins, each with its reference, error limit and inputs. Limits are those of OpenCL 1.2, section 7.4,
// full profile.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace clc::device_tests {

// Wide enough for a reference of both types: 64 bits of mantissa.
using Wide = long double;

// Digits, the smallest normal number's exponent, and that of the number after the largest one.
struct Format {
  int digits, least_exponent, beyond;
};
template <class T>
constexpr Format format_of() {
  using Limits = std::numeric_limits<T>;
  return {Limits::digits, Limits::min_exponent - 1, Limits::max_exponent};
}
// How far `got` is from `reference` in units of a format's last place. Infinity counts as the number after the largest
// finite one.
double error_in_ulp(Wide got, Wide reference, const Format& format);

constexpr double k_any = -1;  // the specification sets no limit: only whether the result is NaN is checked

enum class Domain {
  k_all,
  k_moderate,  // 0.5 to 3: where native_ functions are worth something on every device
  k_half,      // |x| < 2^16, where half_sin, half_cos and half_tan promise a result
};

// A builtin's result, its second result through a pointer, and its integer result; any of them may be left out.
template <class T>
struct MathsRow {
  const char* name;
  double limit = 0;  // in ulp; 0: the result is exact, or correctly rounded
  std::function<Wide(T, T, T, int)> result{};
  std::function<Wide(T, T, T, int)> second{};
  std::function<bool(T, T, T, int, int got)> whole{};
  Domain domain = Domain::k_all;
};

template <class T>
std::vector<MathsRow<T>> maths_rows();
template <class T>
std::vector<MathsRow<T>> relation_rows();
// The half_ and native_ functions, which have no double forms.
std::vector<MathsRow<float>> loose_rows();

}  // namespace clc::device_tests
