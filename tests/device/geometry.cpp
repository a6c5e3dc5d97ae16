// length, distance, normalize and their fast_ forms for vectors of all exponents, against a wider reference. Limits are
// those of OpenCL C 3.0, section 7.4, and of Khronos's conformance tests where these allow less.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "device/harness.h"
#include "device/maths_rows.h"

namespace clc::device_tests {
namespace {

constexpr std::size_t k_widest = 4, k_numbers = 18;  // of a vector in memory, and of what the kernels make of it
constexpr std::size_t k_vectors = 8192;
constexpr Format k_half{.digits = 11, .least_exponent = -14, .beyond = 16};

// Tested functions: a kernel, the type that it computes in, and how wrong it may be for vectors of n elements.
struct Functions {
  const char* module;
  const char* kernel;
  Format format;
  double length, length_by_n, distance, distance_by_n, normalize, normalize_by_n;
  bool is_fast = false;  // right only where the sum of squares is a normal number
};

constexpr Functions k_float{"geometry_float", "lengths", format_of<float>(), 2.75, 0.5, 2.5, 2, 2, 1};
constexpr Functions k_double{"geometry_double", "lengths", format_of<double>(), 2.75, 0.5, 2.5, 2, 2, 1};
constexpr Functions k_of_half{"geometry_half", "lengths", k_half, 0.25, 0.5, 0, 2, 1, 1};
constexpr Functions k_fast{"geometry_float", "fast_lengths", format_of<float>(), 8191.5, 1, 8191.5, 2, 8192, 1,
                           /*is_fast=*/true};

// Numbers of a format, at random.
class Numbers {
 public:
  explicit Numbers(const Format& format) : format_(format) {}

  int least() const { return format_.least_exponent - (format_.digits - 1); }
  int most() const { return format_.beyond - 1; }

  int between(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }

  // A number of that exponent, which may be that of a denormal one.
  Wide of_exponent(int exponent) {
    const int bits = std::min(format_.digits, exponent - least() + 1);
    const std::uint64_t leading = std::uint64_t{1} << (bits - 1);
    const Wide size = std::ldexp(static_cast<Wide>(leading | (random_() & (leading - 1))), exponent - (bits - 1));
    return random_() % 2 == 0 ? size : -size;
  }

  // Beside a number of exponent `largest`: anything smaller, something close to it, or what normalize() makes a
  // denormal number of.
  Wide beside(int largest) {
    const int kind = between(0, 2);
    const int denormal = largest + format_.least_exponent;
    const int exponent = kind == 0   ? between(least(), largest)
                         : kind == 1 ? largest - between(0, 2 * format_.digits)
                                     : denormal - between(-4, format_.digits + 1);
    return of_exponent(std::clamp(exponent, least(), largest));
  }

  Wide special() {
    constexpr Wide infinity = std::numeric_limits<Wide>::infinity();
    const Wide values[] = {0, -Wide(0), infinity, -infinity, std::numeric_limits<Wide>::quiet_NaN()};
    return values[between(0, 4)];
  }

 private:
  Format format_;
  std::mt19937_64 random_{7};
};

// Vectors whose largest elements have all exponents of a format. With specials, some have zeros, infinities and NaN.
template <class T>
std::vector<T> make_vectors(Numbers& numbers, bool with_specials) {
  std::vector<T> vectors;
  for (std::size_t i = 0; i < k_vectors; ++i) {
    const int exponents = numbers.most() - numbers.least() + 1;
    const int largest = numbers.least() + static_cast<int>(i) % exponents;
    const std::size_t place = static_cast<std::size_t>(numbers.between(0, k_widest - 1));
    const bool has_specials = with_specials && numbers.between(0, 1) == 0;
    for (std::size_t j = 0; j < k_widest; ++j) {
      const bool is_special = has_specials && numbers.between(0, 1) == 0;
      const Wide number = j == place ? numbers.of_exponent(largest) : numbers.beside(largest);
      vectors.push_back(static_cast<T>(is_special ? numbers.special() : number));
    }
  }
  return vectors;
}

// The second vectors: some elements are the first one's.
template <class T>
std::vector<T> make_neighbours(Numbers& numbers, const std::vector<T>& vectors, bool with_specials) {
  std::vector<T> result = make_vectors<T>(numbers, with_specials);
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (numbers.between(0, 2) == 0) result[i] = vectors[i];
  }
  return result;
}

Wide square_of(const Wide* vector, std::size_t n) {
  Wide sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += vector[i] * vector[i];
  return sum;
}

// Compares what a kernel made with what is right.
class Comparison {
 public:
  explicit Comparison(const Functions& functions) : functions_(functions) {}

  void check_vector(const Wide* x, const Wide* y, const Wide* got) {
    for (std::size_t n = 1; n <= k_widest; got += 2 + n, ++n) {
      Wide between[k_widest];
      for (std::size_t i = 0; i < n; ++i) between[i] = x[i] - y[i];
      check_length("length", functions_.length + functions_.length_by_n * n, x, n, got[0]);
      check_length("distance", functions_.distance + functions_.distance_by_n * n, between, n, got[1]);
      check_normal(x, n, got + 2);
    }
  }

  std::string told() const {
    const std::string found = text("%.2f ulp of %g, %s", worst_, worst_limit_, where_.c_str());
    if (wrong_ > 0) throw Failed(text("%zu wrong; worst: %s", wrong_, found.c_str()));
    return found;
  }

 private:
  bool is_open(Wide square) const {
    const Wide least = std::ldexp(Wide(1), functions_.format.least_exponent);
    const Wide beyond = std::ldexp(Wide(1), functions_.format.beyond);
    return functions_.is_fast && (std::isinf(square) || square >= beyond || (square != 0 && square < least));
  }

  void check_length(const char* name, double limit, const Wide* vector, std::size_t n, Wide got) {
    const Wide square = square_of(vector, n);
    // An infinite element makes the length infinite, whatever is beside it, also one that the difference made so.
    const Wide beyond = std::ldexp(Wide(1), functions_.format.beyond);
    const bool is_infinite = std::any_of(vector, vector + n, [&](Wide v) { return std::abs(v) >= beyond; });
    if (is_open(square) || (is_infinite && std::isnan(square))) return;
    check(name, limit, vector, n, got, std::sqrt(square));
  }

  void check_normal(const Wide* x, std::size_t n, const Wide* got) {
    Wide vector[k_widest];
    const bool is_infinite = std::any_of(x, x + n, [](Wide v) { return std::isinf(v); });
    // Infinite elements count as one, and the others as zero.
    for (std::size_t i = 0; i < n; ++i) {
      vector[i] = !is_infinite || std::isnan(x[i]) ? x[i] : std::copysign(Wide(std::isinf(x[i])), x[i]);
    }
    const Wide square = square_of(vector, n), least = std::ldexp(Wide(1), functions_.format.least_exponent);
    if (functions_.is_fast && (is_infinite || is_open(square)) && !(square < least)) return;
    for (std::size_t i = 0; i < n; ++i) {
      if (functions_.is_fast && square < least && got[i] == x[i]) continue;
      const Wide expected = square == 0 ? vector[i] : vector[i] / std::sqrt(square);
      check("normalize", functions_.normalize + functions_.normalize_by_n * n, x, n, got[i], expected);
    }
  }

  void check(const char* name, double limit, const Wide* vector, std::size_t n, Wide got, Wide expected) {
    const double error = error_in_ulp(got, expected, functions_.format);
    if (error > limit) ++wrong_;
    if (error / limit <= worst_ / worst_limit_) return;
    worst_ = error, worst_limit_ = limit;
    where_ = std::string(name) + " of (";
    for (std::size_t i = 0; i < n; ++i) where_ += text("%s%La", i == 0 ? "" : ", ", vector[i]);
    where_ += text("): got %La, expected %La", got, expected);
  }

  Functions functions_;
  std::size_t wrong_ = 0;
  double worst_ = 0, worst_limit_ = 1;
  std::string where_;
};

// T is the type in memory.
template <class T>
std::string check_functions(Session& session, const Functions& functions, bool with_specials) {
  if (sizeof(T) == 8 && !session.facts().has_fp64) throw Skipped("the device has no double");
  if (functions.format.digits == k_half.digits && !has_half(session)) throw Skipped("the device has no half");
  const auto capabilities =
      session.info<cl_device_fp_config>(sizeof(T) == 4 ? CL_DEVICE_SINGLE_FP_CONFIG : CL_DEVICE_DOUBLE_FP_CONFIG);
  if ((capabilities & CL_FP_DENORM) == 0) throw Skipped("the device has no denormal numbers");
  Numbers numbers(functions.format);
  const std::vector<T> a = make_vectors<T>(numbers, with_specials), b = make_neighbours(numbers, a, with_specials);
  const Buffer in_a = session.upload(a), in_b = session.upload(b);
  const Buffer out = session.upload(std::vector<T>(k_vectors * k_numbers));
  session.launch(session.kernel(functions.module, functions.kernel), range_1d(k_vectors), in_a, in_b, out);
  const std::vector<T> got = session.download<T>(out);
  const std::vector<Wide> x(a.begin(), a.end()), y(b.begin(), b.end()), results(got.begin(), got.end());
  Comparison comparison(functions);
  for (std::size_t i = 0; i < k_vectors; ++i) {
    comparison.check_vector(&x[k_widest * i], &y[k_widest * i], &results[k_numbers * i]);
  }
  return comparison.told();
}

}  // namespace

// Zeros, infinities and NaN are checks of their own, for drivers' own compilers fail there.
std::vector<Check> geometry_checks() {
  std::vector<Check> checks;
  const auto add = [&](const std::string& name, const auto& check, const Functions& functions) {
    for (const bool special : {false, true}) {
      checks.push_back({"geometry." + name + (special ? ".special" : ""),
                        [=](Session& session) { return check(session, functions, special); }});
    }
  };
  add("float", check_functions<float>, k_float);
  add("double", check_functions<double>, k_double);
  add("half", check_functions<float>, k_of_half);
  add("fast", check_functions<float>, k_fast);
  return checks;
}

}  // namespace clc::device_tests
