// Random inputs and shapes: the same seed gives the same values on every machine.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "clc/base/split_mix.h"

namespace clc::algorithms {

class Random {
 public:
  explicit Random(std::uint64_t seed) : numbers_(seed) {}

  std::uint64_t next() { return numbers_.next(); }
  // A number below `bound`; the bias is below 2^-32 for the bounds used here.
  std::uint64_t below(std::uint64_t bound) { return bound == 0 ? 0 : next() % bound; }
  double between(double low, double high) { return low + (high - low) * static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  SplitMix64 numbers_;
};

// Random integers over the whole range of T.
template <class T>
std::vector<T> random_integers(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<T> values(count);
  for (T& value : values) value = static_cast<T>(random.next() >> 32);
  return values;
}

// Random float or double values in [low, high).
template <class T = float>
std::vector<T> random_reals(std::size_t count, std::uint64_t seed, double low = -1, double high = 1) {
  Random random(seed);
  std::vector<T> values(count);
  for (T& value : values) value = static_cast<T>(random.between(low, high));
  return values;
}

// Makes sure that the compiler does not leave out what computed `value`.
template <class T>
void keep(const T& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

// How many elements a reference of a benchmark computes at most, so that large problems take no minutes.
inline constexpr std::uint64_t k_most_on_cpu = std::uint64_t{1} << 24;

// Random values, which repeat after 2^22 where there are more.
template <class Make>
auto repeated(std::size_t count, const Make& make) {
  constexpr std::size_t k_period = std::size_t{1} << 22;
  auto values = make(std::min(count, k_period));
  values.reserve(count);
  while (values.size() < count) {
    const std::size_t more = std::min(values.size(), count - values.size());
    values.insert(values.end(), values.begin(), values.begin() + static_cast<std::ptrdiff_t>(more));
  }
  return values;
}

// The part of a benchmark's values that the host holds: as many as the reference takes, at most k_most_on_cpu. The
// device gets them over and over, up to `count`; only Execution::input_repeated takes them, so that no buffer is too
// short.
template <class T>
class BenchValues {
 public:
  template <class Make>
  BenchValues(std::size_t count, const Make& make)
      : values_(repeated(std::min<std::size_t>(count, k_most_on_cpu), make)), count_(count) {}

  const T& operator[](std::size_t i) const { return values_[i]; }
  const std::vector<T>& on_host() const { return values_; }
  std::size_t count() const { return count_; }  // on the device

 private:
  std::vector<T> values_;
  std::size_t count_;
};

template <class T>
BenchValues<T> bench_integers(std::size_t count, std::uint64_t seed) {
  return {count, [&](std::size_t n) { return random_integers<T>(n, seed); }};
}
template <class T = float>
BenchValues<T> bench_reals(std::size_t count, std::uint64_t seed) {
  return {count, [&](std::size_t n) { return random_reals<T>(n, seed); }};
}

// Computes `each(i)` for the first elements of a benchmark, at most `most`, and returns which share of all that was.
template <class Each>
double part_on_cpu(std::uint64_t size, std::uint64_t most, const Each& each) {
  const std::uint64_t part = std::min(size, most);
  decltype(each(part)) sum{};
  for (std::uint64_t i = 0; i < part; ++i) sum += each(i);
  keep(sum);
  return static_cast<double>(part) / static_cast<double>(size);
}

// A part of a one-dimensional problem, in elements.
struct Range {
  std::uint64_t begin = 0, size = 0;
};

// Width and height whose product is `size`, as near to a square as its factors allow; width >= height.
// A prime gives one row; 0 gives 0 x 0.
struct Shape {
  std::uint64_t width = 0, height = 0;
};
inline Shape shape_of(std::uint64_t size) {
  if (size == 0) return {};
  Shape shape{size, 1};
  for (std::uint64_t height = 2; height * height <= size; ++height) {
    if (size % height == 0) shape = {size / height, height};
  }
  return shape;
}

inline std::uint64_t round_up(std::uint64_t value, std::uint64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}
inline std::uint64_t divide_up(std::uint64_t value, std::uint64_t divisor) {
  return value / divisor + (value % divisor != 0 ? 1 : 0);
}

// Returns up to `wanted` different indexes below `count`, sorted: the first and last few, and a random sample.
std::vector<std::uint64_t> sample_indexes(std::uint64_t count, std::size_t wanted, std::uint64_t seed);

}  // namespace clc::algorithms
