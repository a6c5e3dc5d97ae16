// A kernel of bench/kernels with its data, its launch and the results that an independent computation expects.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace clc::bench {

using Bytes = std::vector<unsigned char>;

template <class T>
Bytes bytes_of(const std::vector<T>& values) {
  Bytes bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

// A value may differ from the expected one by `error`, of floating-point numbers relative to those above 1. A share
// `exceptions` of the values may differ by more: where a comparison of rounded numbers decides, a neighbouring result
// is right, too.
struct Tolerance {
  double error = 0;
  double exceptions = 0;
};

enum class ArgumentKind { k_buffer, k_value, k_local, k_image };

struct Argument {
  ArgumentKind kind = ArgumentKind::k_buffer;
  Bytes bytes;            // of a buffer or image before each run; of a value
  std::size_t size = 0;   // of local memory
  std::size_t width = 0;  // of an image of CL_RGBA, CL_UNORM_INT8
  std::size_t height = 0;
  bool is_written = false;
  // Says what is wrong with the bytes after a run; empty when nothing is, null for what nobody checks.
  std::function<std::string(const Bytes&)> check;
};

template <class T>
std::string difference(const Bytes& bytes, const std::vector<T>& expected, Tolerance tolerance) {
  std::vector<T> got(expected.size());
  std::memcpy(got.data(), bytes.data(), bytes.size());
  std::size_t wrong = 0;
  std::string first;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const auto is = static_cast<double>(got[i]);
    const auto should = static_cast<double>(expected[i]);
    const double allowed = tolerance.error * (std::is_floating_point_v<T> ? std::max(1.0, std::fabs(should)) : 1.0);
    if (std::fabs(is - should) <= allowed) continue;  // false for NaN
    if (wrong++ == 0) {
      first = "element " + std::to_string(i) + " is " + std::to_string(is) + ", not " + std::to_string(should);
    }
  }
  if (static_cast<double>(wrong) <= tolerance.exceptions * static_cast<double>(got.size())) return {};
  return std::to_string(wrong) + " of " + std::to_string(got.size()) + " are wrong: " + first;
}

// Arguments are added in the order of the kernel's parameters.
class Case {
 public:
  // The kernel, and the file that holds it, are called `name`.
  Case(std::string name, std::vector<std::size_t> global, std::vector<std::size_t> local);

  template <class T>
  Case& input(const std::vector<T>& values) {
    return add({.kind = ArgumentKind::k_buffer, .bytes = bytes_of(values), .check = {}});
  }
  // A buffer of zeros.
  template <class T>
  Case& output(const std::vector<T>& expected, Tolerance tolerance = {}) {
    return changed(std::vector<T>(expected.size()), expected, tolerance);
  }
  template <class T>
  Case& changed(const std::vector<T>& before, const std::vector<T>& expected, Tolerance tolerance = {}) {
    return add({.kind = ArgumentKind::k_buffer,
                .bytes = bytes_of(before),
                .is_written = true,
                .check = [expected, tolerance](const Bytes& got) { return difference(got, expected, tolerance); }});
  }
  template <class T>
  Case& value(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    return add({.kind = ArgumentKind::k_value, .bytes = bytes_of(std::vector<T>{value}), .check = {}});
  }
  Case& local_memory(std::size_t size);
  Case& image(std::size_t width, std::size_t height, const std::vector<std::uint8_t>& rgba);

  const std::string& name() const { return name_; }
  const std::vector<std::size_t>& global() const { return global_; }
  const std::vector<std::size_t>& local() const { return local_; }
  const std::vector<Argument>& arguments() const { return arguments_; }

 private:
  Case& add(Argument argument);

  std::string name_;
  std::vector<std::size_t> global_;
  std::vector<std::size_t> local_;
  std::vector<Argument> arguments_;
};

// Makes a case with `factor` times the work of the smallest. A case is made when it is run: its data are large.
struct Maker {
  const char* name;
  Case (*make)(std::size_t factor);
  // Nobody looks at the figures of this kernel but at the end: what is done about the others is not tuned to it.
  bool is_last = false;
};

inline constexpr bool k_last = true;

std::vector<Maker> picture_cases();
std::vector<Maker> hash_cases();
std::vector<Maker> network_cases();
std::vector<Maker> number_cases();
std::vector<Maker> physics_cases();
std::vector<Maker> matrix_cases();
std::vector<Maker> search_cases();

// The same numbers for the same seed, everywhere.
std::vector<float> random_floats(std::size_t count, float low, float high, std::uint32_t seed = 1);
std::vector<std::uint32_t> random_words(std::size_t count, std::uint32_t seed = 1);
std::vector<std::uint8_t> random_bytes(std::size_t count, std::uint32_t seed = 1);

// IEEE 754 binary16, rounded to the nearest, ties to even; within the range of normal numbers and zero.
std::uint16_t to_half(double value);
double from_half(std::uint16_t half);

}  // namespace clc::bench
