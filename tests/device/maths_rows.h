// What each maths builtin has to give: reference, limit and inputs. Limits: OpenCL 1.2, section 7.4, full profile.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

namespace clc::device_tests {

// Wide enough for a reference of both types: 64 bits of mantissa.
using Wide = long double;

constexpr double k_any = -1;  // the specification sets no limit: only NaN against number is checked

enum class Domain {
  k_all,
  k_moderate,  // 0.5 to 3: where native_ functions are worth something on every device
  k_half,      // |x| < 2^16: what half_sin, half_cos and half_tan promise
};

// Any part may be left out: a builtin's result, its second one through a pointer, its integer one.
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
// half_ and native_, which have no double forms.
std::vector<MathsRow<float>> loose_rows();

}  // namespace clc::device_tests
