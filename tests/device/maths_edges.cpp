// The results of the maths builtins at the edges, signs of zeros included, after C99's Annex F.9 and OpenCL 1.2, 7.5.1.
#include <climits>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "device/harness.h"
#include "device/maths_run.h"

namespace clc::device_tests {
namespace {

template <class T>
struct Edge {
  T a, b;
  int k;
  T result;
  std::optional<T> second{};   // the result through a pointer
  std::optional<int> whole{};  // the integer result through a pointer
};

template <class T>
class Edges {
 public:
  static constexpr T k_inf = std::numeric_limits<T>::infinity(), k_nan = std::numeric_limits<T>::quiet_NaN();
  static constexpr T k_tiny = std::numeric_limits<T>::denorm_min(), k_huge = std::numeric_limits<T>::max();
  static constexpr T k_pi = static_cast<T>(3.14159265358979323846L);

  void function(const char* name) { list_ = &functions_[name]; }
  void one(T x, T result) { list_->push_back({x, 0, 0, result}); }
  void odd(T x, T result) { one(x, result), one(-x, -result); }
  void even(T x, T result) { one(x, result), one(-x, result); }
  void two(T x, T y, T result) { list_->push_back({x, y, 0, result}); }
  void odd_two(T x, T y, T result) { two(x, y, result), two(-x, y, -result); }  // in the first
  void with(T x, int n, T result) { list_->push_back({x, 0, n, result}); }
  void odd_with(T x, int n, T result) { with(x, n, result), with(-x, n, -result); }
  void pair(T x, T result, T second) { list_->push_back({x, 0, 0, result, second}); }
  void odd_pair(T x, T result, T second) { pair(x, result, second), pair(-x, -result, -second); }
  void and_whole(T x, T result, int whole) { list_->push_back({x, 0, 0, result, {}, whole}); }
  void two_and_whole(T x, T y, T result, int whole) { list_->push_back({x, y, 0, result, {}, whole}); }
  void nan_from(std::initializer_list<T> values) {
    for (T x : values) one(x, k_nan);
  }

  const std::map<std::string, std::vector<Edge<T>>>& functions() const { return functions_; }

 private:
  std::map<std::string, std::vector<Edge<T>>> functions_;
  std::vector<Edge<T>>* list_ = nullptr;
};

template <class T>
void add_circular(Edges<T>& e) {
  using E = Edges<T>;
  constexpr T inf = E::k_inf, nan = E::k_nan, tiny = E::k_tiny, huge = E::k_huge, pi = E::k_pi;
  e.function("acos"), e.one(1, 0), e.one(-1, pi), e.nan_from({2, -2, inf, -inf, nan});
  e.function("acospi"), e.one(1, 0), e.one(-1, 1), e.even(0, T(0.5)), e.nan_from({2, -2, inf, -inf, nan});
  e.function("asin"), e.odd(0, 0), e.odd(tiny, tiny), e.odd(1, pi / 2), e.nan_from({2, -2, inf, -inf, nan});
  e.function("asinpi"), e.odd(0, 0), e.odd(1, T(0.5)), e.nan_from({2, -2, inf, -inf, nan});
  e.function("atan"), e.odd(0, 0), e.odd(tiny, tiny), e.odd(inf, pi / 2), e.odd(huge, pi / 2), e.one(nan, nan);
  e.function("atanpi"), e.odd(0, 0), e.odd(1, T(0.25)), e.odd(inf, T(0.5)), e.one(nan, nan);
  e.function("cos"), e.even(0, 1), e.even(tiny, 1), e.nan_from({inf, -inf, nan});
  e.function("sin"), e.odd(0, 0), e.odd(tiny, tiny), e.nan_from({inf, -inf, nan});
  e.function("sincos"), e.pair(0, 0, 1), e.pair(-T(0), -T(0), 1), e.pair(inf, nan, nan), e.pair(nan, nan, nan);
  e.function("tan"), e.odd(0, 0), e.odd(tiny, tiny), e.nan_from({inf, -inf, nan});
  e.function("cospi"), e.even(0, 1), e.even(T(0.5), 0), e.even(T(1.5), 0), e.even(T(2.5), 0), e.even(1, -1);
  e.even(2, 1), e.even(huge, 1), e.nan_from({inf, -inf, nan});
  e.function("sinpi"), e.odd(0, 0), e.odd(1, 0), e.odd(2, 0), e.odd(3, 0), e.odd(huge, 0), e.odd(T(0.5), 1);
  e.nan_from({inf, -inf, nan});
  e.function("tanpi"), e.odd(0, 0), e.odd(1, -T(0)), e.odd(2, 0), e.odd(3, -T(0)), e.odd(huge, 0);
  e.odd(T(0.5), inf), e.odd(T(1.5), -inf), e.odd(T(2.5), inf), e.nan_from({inf, -inf, nan});
  const auto quadrants = [&](const char* name, T half_turn) {
    e.function(name), e.odd_two(0, -T(0), half_turn), e.odd_two(0, 0, 0), e.odd_two(0, -1, half_turn),
        e.odd_two(0, 1, 0);
    e.odd_two(1, 0, half_turn / 2), e.odd_two(1, -T(0), half_turn / 2);
    e.odd_two(1, -inf, half_turn), e.odd_two(1, inf, 0), e.odd_two(inf, 1, half_turn / 2);
    e.odd_two(inf, -inf, half_turn * 3 / 4), e.odd_two(inf, inf, half_turn / 4);
    e.odd_two(tiny, tiny, half_turn / 4), e.odd_two(huge, huge, half_turn / 4),
        e.odd_two(tiny, -tiny, half_turn * 3 / 4);
    e.odd_two(tiny, huge, 0), e.odd_two(huge, -tiny, half_turn / 2), e.two(nan, 1, nan), e.two(1, nan, nan);
  };
  quadrants("atan2", pi);
  quadrants("atan2pi", 1);
}

template <class T>
void add_exponential(Edges<T>& e) {
  using E = Edges<T>;
  constexpr T inf = E::k_inf, nan = E::k_nan, tiny = E::k_tiny, huge = E::k_huge;
  e.function("acosh"), e.one(1, 0), e.one(inf, inf), e.nan_from({T(0.5), 0, -1, -inf, nan});
  e.function("asinh"), e.odd(0, 0), e.odd(tiny, tiny), e.odd(inf, inf), e.one(nan, nan);
  e.function("atanh"), e.odd(0, 0), e.odd(tiny, tiny), e.odd(1, inf), e.nan_from({2, -2, inf, nan});
  e.function("cosh"), e.even(0, 1), e.even(inf, inf), e.even(huge, inf), e.one(nan, nan);
  e.function("sinh"), e.odd(0, 0), e.odd(tiny, tiny), e.odd(inf, inf), e.odd(huge, inf), e.one(nan, nan);
  e.function("tanh"), e.odd(0, 0), e.odd(tiny, tiny), e.odd(inf, 1), e.odd(huge, 1), e.one(nan, nan);
  for (const char* name : {"exp", "exp2", "exp10"}) {
    e.function(name), e.even(0, 1), e.even(tiny, 1), e.one(inf, inf), e.one(-inf, 0), e.one(huge, inf), e.one(-huge, 0);
    e.one(nan, nan);
  }
  e.function("expm1"), e.odd(0, 0), e.odd(tiny, tiny), e.one(inf, inf), e.one(-inf, -1), e.one(-huge, -1),
      e.one(nan, nan);
  for (const char* name : {"log", "log2", "log10"}) {
    e.function(name), e.even(0, -inf), e.one(1, 0), e.one(inf, inf), e.nan_from({-1, -tiny, -inf, nan});
  }
  e.function("log1p"), e.odd(0, 0), e.odd(tiny, tiny), e.one(-1, -inf), e.one(inf, inf), e.nan_from({-2, -inf, nan});
  e.function("erf"), e.odd(0, 0), e.odd(inf, 1), e.odd(huge, 1), e.one(nan, nan);
  e.function("erfc"), e.even(0, 1), e.one(inf, 0), e.one(-inf, 2), e.one(huge, 0), e.one(nan, nan);
  e.function("lgamma"), e.one(1, 0), e.one(2, 0), e.even(0, inf), e.nan_from({nan});
  for (T x : {T(-1), T(-2), inf, -inf}) e.one(x, inf);
  e.function("lgamma_r"), e.and_whole(1, 0, 1), e.and_whole(2, 0, 1), e.and_whole(inf, inf, 1);
  for (T x : {T(0), -T(0), T(-1), T(-2), -inf}) e.one(x, inf);  // of no sign
  e.and_whole(T(-0.5), T(1.2655121234846454L), -1), e.and_whole(T(-1.5), T(0.8600470153764810L), 1);
  e.function("tgamma"), e.odd(0, inf), e.one(1, 1), e.one(5, 24), e.one(inf, inf), e.one(huge, inf);
  e.nan_from({-1, -2, -inf, nan});
}

template <class T>
void add_powers(Edges<T>& e) {
  using E = Edges<T>;
  constexpr T inf = E::k_inf, nan = E::k_nan, tiny = E::k_tiny, huge = E::k_huge, half = T(0.5);
  const T even = T(9223372036854775808.0);  // 2^63
  e.function("cbrt"), e.odd(0, 0), e.odd(inf, inf), e.odd(8, 2), e.one(nan, nan);
  e.function("sqrt"), e.odd(0, 0), e.one(inf, inf), e.nan_from({-1, -tiny, -inf, nan});
  e.function("rsqrt"), e.odd(0, inf), e.one(inf, 0), e.nan_from({-1, -inf, nan});
  e.function("hypot"), e.two(0, -T(0), 0), e.two(-T(0), -T(0), 0), e.two(3, -4, 5), e.two(huge, 0, huge),
      e.two(huge, huge, inf);
  e.two(tiny, 0, tiny), e.two(0, -tiny, tiny);
  for (T other : {T(0), T(1), huge, nan, inf}) e.two(inf, other, inf), e.two(other, -inf, inf);
  e.two(nan, 1, nan), e.two(1, nan, nan);
  e.function("pow"), e.odd_two(0, -1, inf), e.odd_two(0, -3, inf), e.odd_two(0, 3, 0);
  for (T zero : {T(0), -T(0)}) {
    for (T y : {T(-2), -half, -inf, -even}) e.two(zero, y, inf);
    for (T y : {T(2), half, inf, even}) e.two(zero, y, 0);
  }
  for (T y : {inf, -inf, even, -even}) e.two(-1, y, 1);
  for (T y : {nan, inf, -inf, T(0), -T(0), huge}) e.two(1, y, 1);
  for (T x : {nan, inf, -inf, T(0), -T(0), huge, tiny, T(-1)}) e.two(x, 0, 1), e.two(x, -T(0), 1);
  for (T x : {half, -half, tiny}) e.two(x, -inf, inf), e.two(x, inf, 0);
  for (T x : {T(2), T(-2), inf, -inf}) e.two(x, -inf, 0), e.two(x, inf, inf);
  e.two(-inf, -3, -T(0)), e.two(-inf, 3, -inf);
  for (T y : {T(-2), -half, -even}) e.two(-inf, y, 0), e.two(inf, y, 0);
  for (T y : {T(2), half, even}) e.two(-inf, y, inf), e.two(inf, y, inf);
  e.two(inf, 3, inf), e.two(inf, -3, 0), e.two(-2, even, inf), e.two(-2, -even, 0);
  for (T x : {T(-1), T(-2), -huge, -tiny}) e.two(x, half, nan);
  e.two(nan, 1, nan), e.two(2, nan, nan), e.two(0, nan, nan);
  e.function("powr");
  for (T x : {T(1), T(2), half, huge, tiny}) e.two(x, 0, 1), e.two(x, -T(0), 1);
  for (T zero : {T(0), -T(0)}) {
    for (T y : {T(-1), T(-2), -half, -inf}) e.two(zero, y, inf);
    for (T y : {T(1), T(2), half, inf}) e.two(zero, y, 0);
    e.two(zero, 0, nan), e.two(zero, nan, nan), e.two(inf, zero, nan);
  }
  for (T y : {T(-1), half, huge}) e.two(1, y, 1);
  for (T y : {inf, -inf}) e.two(1, y, nan);
  for (T x : {T(-1), -inf, -tiny}) e.two(x, 2, nan);
  e.two(inf, 2, inf), e.two(inf, -2, 0), e.two(2, nan, nan), e.two(nan, 2, nan), e.two(nan, 0, nan), e.two(1, nan, nan);
  e.function("pown"), e.odd_with(0, -3, inf), e.odd_with(0, 3, 0);
  for (T x : {T(0), -T(0), nan, inf, -inf, huge}) e.with(x, 0, 1);
  for (T zero : {T(0), -T(0)}) e.with(zero, -2, inf), e.with(zero, 2, 0), e.with(zero, INT_MIN, inf);
  e.odd_with(inf, 3, inf), e.odd_with(inf, -3, 0), e.with(-inf, 2, inf), e.with(-inf, -2, 0), e.with(-inf, INT_MIN, 0);
  e.with(1, INT_MIN, 1), e.with(-1, INT_MIN, 1), e.odd_with(1, INT_MAX, 1), e.with(2, INT_MIN, 0),
      e.odd_with(2, INT_MAX, inf);
  e.with(nan, 1, nan);
  e.function("rootn"), e.odd_with(0, -3, inf), e.odd_with(0, 3, 0), e.odd_with(8, 3, 2), e.odd_with(8, -3, half);
  for (T zero : {T(0), -T(0)}) e.with(zero, -2, inf), e.with(zero, 2, 0), e.with(zero, 0, nan);
  e.odd_with(inf, 3, inf), e.odd_with(inf, -3, 0), e.with(inf, 2, inf), e.with(inf, -2, 0);
  e.with(-1, 2, nan), e.with(-inf, 2, nan), e.with(1, 0, nan), e.with(nan, 3, nan), e.with(1, INT_MIN, 1),
      e.with(1, INT_MAX, 1);
}

template <class T>
void add_constant_powers(Edges<T>& e) {
  using E = Edges<T>;
  constexpr T inf = E::k_inf, nan = E::k_nan, tiny = E::k_tiny, huge = E::k_huge;
  e.function("pow_to_0"), e.even(0, 1), e.even(inf, 1), e.one(nan, 1);
  e.function("pow_to_1"), e.odd(0, 0), e.odd(inf, inf), e.one(nan, nan);
  for (const char* name : {"pow_to_2", "pow_to_8", "pown_to_2"}) {
    e.function(name), e.even(0, 0), e.even(inf, inf), e.even(huge, inf), e.even(tiny, 0), e.one(nan, nan);
  }
  e.function("pow_to_3"), e.odd(0, 0), e.odd(inf, inf), e.odd(huge, inf), e.odd(tiny, 0), e.one(nan, nan);
  for (const char* name : {"pow_to_minus_1", "pow_to_minus_3", "pown_to_minus_3"}) {
    e.function(name), e.odd(0, inf), e.odd(inf, 0), e.odd(tiny, inf), e.one(nan, nan);
  }
  e.function("pow_to_minus_2"), e.even(0, inf), e.even(inf, 0), e.even(huge, 0), e.even(tiny, inf), e.one(nan, nan);
  for (const char* name : {"pow_to_half", "pow_to_3_halves", "pow_to_5_halves"}) {
    e.function(name), e.even(0, 0), e.even(inf, inf), e.one(1, 1), e.nan_from({-1, -tiny, -huge, nan});
  }
  for (const char* name : {"pow_to_minus_half", "pow_to_minus_3_halves"}) {
    e.function(name), e.even(0, inf), e.even(inf, 0), e.one(1, 1), e.nan_from({-1, -huge, nan});
  }
  for (const char* name : {"powr_to_2", "powr_to_3", "powr_to_half"}) {
    e.function(name), e.even(0, 0), e.one(inf, inf), e.one(1, 1), e.nan_from({-1, -tiny, -inf, nan});
  }
  for (const char* name : {"powr_to_minus_1", "powr_to_minus_3_halves"}) {
    e.function(name), e.even(0, inf), e.one(inf, 0), e.one(1, 1), e.nan_from({-1, -inf, nan});
  }
  for (const char* name : {"pow_of_2", "pow_of_10"}) {
    e.function(name), e.even(0, 1), e.one(inf, inf), e.one(-inf, 0), e.one(huge, inf), e.one(-huge, 0), e.one(nan, nan);
  }
}

template <class T>
void add_rounding(Edges<T>& e) {
  using E = Edges<T>;
  constexpr T inf = E::k_inf, nan = E::k_nan, tiny = E::k_tiny, huge = E::k_huge, half = T(0.5);
  for (const char* name : {"ceil", "floor", "rint", "round", "trunc", "fabs"}) {
    const bool is_fabs = std::string(name) == "fabs";
    e.function(name), e.one(0, 0), e.one(inf, inf), e.one(huge, huge), e.one(nan, nan);
    e.one(-T(0), is_fabs ? T(0) : -T(0)), e.one(-inf, is_fabs ? inf : -inf);
  }
  e.function("ceil"), e.one(-half, -T(0)), e.one(-tiny, -T(0)), e.one(tiny, 1);
  e.function("floor"), e.one(half, 0), e.one(tiny, 0), e.one(-tiny, -1);
  e.function("rint"), e.odd(half, 0), e.odd(T(1.5), 2), e.odd(T(2.5), 2), e.odd(tiny, 0);
  e.function("round"), e.odd(T(0.25), 0), e.odd(half, 1), e.odd(T(2.5), 3), e.odd(tiny, 0);
  e.odd(half - half * std::numeric_limits<T>::epsilon() / 2, 0);
  e.function("trunc"), e.odd(half, 0), e.odd(T(1.5), 1), e.odd(tiny, 0);
  e.function("fract"), e.pair(0, 0, 0), e.pair(-T(0), -T(0), -T(0)), e.pair(inf, 0, inf), e.pair(-inf, -T(0), -inf);
  e.pair(T(1.5), half, 1), e.pair(T(-1.5), half, -2), e.pair(-tiny, 1 - std::numeric_limits<T>::epsilon() / 2, -1);
  e.pair(nan, nan, nan);
  e.function("modf"), e.odd_pair(0, 0, 0), e.odd_pair(inf, 0, inf), e.odd_pair(T(1.5), half, 1), e.odd_pair(1, 0, 1);
  e.odd_pair(tiny, tiny, 0), e.pair(nan, nan, nan);
}

template <class T>
void add_division(Edges<T>& e) {
  using E = Edges<T>;
  constexpr T inf = E::k_inf, nan = E::k_nan, tiny = E::k_tiny, huge = E::k_huge;
  for (const char* name : {"fmod", "remainder"}) {
    e.function(name);
    for (T y : {T(1), T(-1), tiny, inf}) e.odd_two(0, y, 0);
    e.odd_two(tiny, inf, tiny), e.odd_two(huge, -inf, huge), e.odd_two(2, 1, 0), e.odd_two(2, -1, 0),
        e.odd_two(tiny, tiny, 0), e.odd_two(huge, tiny, 0);
    e.two(0, nan, nan), e.two(inf, 1, nan), e.two(-inf, 1, nan), e.two(1, 0, nan), e.two(0, 0, nan), e.two(nan, 1, nan);
  }
  e.function("remquo"), e.two_and_whole(-2, 1, -T(0), -2), e.two_and_whole(2, -1, 0, -2), e.two_and_whole(1, inf, 1, 0);
  e.two_and_whole(tiny, tiny, 0, 1);
  for (T x : {inf, -inf, nan}) e.two_and_whole(x, 1, nan, 0), e.two_and_whole(1, x == x ? T(0) : nan, nan, 0);
}

template <class T>
void add_parts(Edges<T>& e) {
  using E = Edges<T>;
  constexpr T inf = E::k_inf, nan = E::k_nan, tiny = E::k_tiny, huge = E::k_huge, half = T(0.5);
  constexpr int least = std::numeric_limits<T>::min_exponent - std::numeric_limits<T>::digits;  // 2^least is `tiny`
  e.function("fdim"), e.two(1, nan, nan), e.two(nan, 1, nan), e.two(inf, inf, 0), e.two(inf, -inf, inf),
      e.two(-inf, inf, 0);
  e.two(1, 2, 0), e.two(huge, -huge, inf), e.two(tiny, -tiny, 2 * tiny);
  for (const char* name : {"fmax", "maxmag"}) {
    e.function(name), e.two(nan, 1, 1), e.two(-1, nan, -1), e.two(nan, nan, nan), e.two(tiny, 0, tiny), e.two(-2, 2, 2);
  }
  for (const char* name : {"fmin", "minmag"}) {
    e.function(name), e.two(nan, 1, 1), e.two(-1, nan, -1), e.two(nan, nan, nan), e.two(-2, 2, -2);
  }
  e.function("clamp"), e.two(nan, -1, -1), e.two(nan, -inf, -inf);  // to at most 0
  e.two(inf, -1, 0), e.two(-inf, -1, -1), e.two(1, -inf, 0), e.two(-2, -inf, -2), e.two(-inf, -inf, -inf);
  e.function("maxmag"), e.two(-inf, huge, -inf), e.two(1, -2, -2);
  e.function("minmag"), e.two(-inf, huge, huge), e.two(1, -2, 1);
  e.function("frexp");
  for (T x : {T(0), -T(0), inf, -inf, nan}) e.and_whole(x, x, 0);
  e.and_whole(-1, -half, 1), e.and_whole(tiny, half, least + 1), e.and_whole(-tiny, -half, least + 1);
  e.function("ldexp"), e.odd_with(0, INT_MAX, 0), e.odd_with(inf, INT_MIN, inf), e.odd_with(1, INT_MIN, 0);
  e.odd_with(1, INT_MAX, inf), e.odd_with(tiny, INT_MAX, inf), e.odd_with(huge, INT_MIN, 0), e.odd_with(1, least, tiny);
  e.odd_with(tiny, -least, 1), e.odd_with(1, least - 1, 0), e.odd_with(T(1.5), least - 1, tiny), e.with(nan, 5, nan);
  e.function("logb"), e.even(0, -inf), e.even(inf, inf), e.even(tiny, T(least)), e.one(nan, nan);
  e.function("nextafter"), e.two(0, 1, tiny), e.two(-T(0), 1, tiny), e.two(0, -1, -tiny), e.two(0, -T(0), -T(0));
  e.two(-T(0), 0, 0), e.odd_two(inf, 0, huge), e.two(huge, inf, inf), e.odd_two(tiny, 0, 0), e.two(nan, 1, nan),
      e.two(1, nan, nan);
  e.function("sign"), e.odd(0, 0), e.odd(tiny, 1), e.odd(inf, 1), e.one(nan, 0);
  e.function("degrees"), e.odd(0, 0), e.odd(inf, inf), e.one(nan, nan);
  e.function("radians"), e.odd(0, 0), e.odd(inf, inf), e.one(nan, nan);
}

template <class T>
bool is_denormal(T x) {
  return std::fpclassify(x) == FP_SUBNORMAL;
}

// Zeros and infinities must have the right sign. Other finite numbers may be a little off: maths_rows.cpp says how
// much.
template <class T>
bool is_same(T got, T expected) {
  if (std::isnan(expected)) return std::isnan(got);
  if (expected == 0 || std::isinf(expected)) return got == expected && std::signbit(got) == std::signbit(expected);
  if (is_denormal(expected)) return got == expected;
  return std::fabs(got - expected) <= 16 * std::numeric_limits<T>::epsilon() * std::fabs(expected);
}

template <class T>
std::string check_edges(Session& session, const std::string& function, std::vector<Edge<T>> edges) {
  if (sizeof(T) == 8 && !session.facts().has_fp64) throw Skipped("the device has no double");
  const auto capabilities =
      session.info<cl_device_fp_config>(sizeof(T) == 4 ? CL_DEVICE_SINGLE_FP_CONFIG : CL_DEVICE_DOUBLE_FP_CONFIG);
  if ((capabilities & CL_FP_DENORM) == 0) {
    std::erase_if(edges,
                  [](const Edge<T>& e) { return is_denormal(e.a) || is_denormal(e.b) || is_denormal(e.result); });
  }
  while (edges.size() % 4 != 0) edges.push_back(edges.back());
  Inputs<T> in;
  for (const Edge<T>& edge : edges) {
    in.a.push_back(edge.a), in.b.push_back(edge.b), in.c.push_back(0), in.k.push_back(edge.k);
  }
  const Outputs<T> out = run(session, function, in);
  std::string wrong;
  for (std::size_t i = 0; i < out.result.size(); ++i) {
    const Edge<T>& edge = edges[i % edges.size()];
    if (is_same(out.result[i], edge.result) && is_same(out.second[i], edge.second.value_or(out.second[i])) &&
        out.whole[i] == edge.whole.value_or(out.whole[i])) {
      continue;
    }
    wrong += text("(%a, %a, %d)%s: got %a %a %d, expected %a", double(edge.a), double(edge.b), edge.k,
                  i < edges.size() ? "" : " in a vector", double(out.result[i]), double(out.second[i]), out.whole[i],
                  double(edge.result));
    if (edge.second) wrong += text(" %a", double(*edge.second));
    if (edge.whole) wrong += text(" %d", *edge.whole);
    wrong += "; ";
  }
  if (!wrong.empty()) throw Failed(wrong);
  return "";
}

template <class T>
void add_checks(const std::string& prefix, std::vector<Check>& checks) {
  Edges<T> edges;
  add_circular(edges);
  add_exponential(edges);
  add_powers(edges);
  add_constant_powers(edges);
  add_rounding(edges);
  add_division(edges);
  add_parts(edges);
  for (const auto& [function, list] : edges.functions()) {
    checks.push_back({prefix + function, [function, list](Session& s) { return check_edges(s, function, list); }});
  }
}

}  // namespace

std::vector<Check> maths_edge_checks() {
  std::vector<Check> checks;
  add_checks<float>("edges.float.", checks);
  add_checks<double>("edges.double.", checks);
  return checks;
}

}  // namespace clc::device_tests
