// Compares results with a reference. Each check returns an empty string, or names the first wrong element.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

namespace clc::algorithms {

// The value of every byte of an output before the kernel runs. Elements that the kernel must not touch still hold it
// afterwards.
inline constexpr std::uint8_t k_canary = 0xcb;
// How many elements behind the end of an output must stay untouched.
inline constexpr std::size_t k_margin = 67;

template <class T>
bool is_canary(const T& value) {
  unsigned char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  for (const unsigned char byte : bytes) {
    if (byte != k_canary) return false;
  }
  return true;
}

// "element 7: got 3, expected 4"; bytes are shown as numbers.
template <class T, class U>
std::string wrong_element(std::uint64_t index, const T& got, const U& expected) {
  std::ostringstream text;
  text.precision(9);
  text << "element " << index << ": got " << +got << ", expected " << +expected;
  return text.str();
}

// "element 7 is outside of the range and was written"
std::string touched_element(std::uint64_t index);

// Compares got[first …] with all of `expected`; they must be equal.
template <class T>
std::string check_equal(const std::vector<T>& got, const std::vector<T>& expected, std::size_t first = 0) {
  if (got.size() < first || got.size() - first < expected.size()) return "the output is too short";
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (got[first + i] != expected[i]) return wrong_element(first + i, got[first + i], expected[i]);
  }
  return {};
}

// Checks that everything outside [begin, end) is still canaries.
template <class T>
std::string check_untouched(const std::vector<T>& data, std::size_t begin, std::size_t end) {
  for (std::size_t i = 0; i < data.size(); ++i) {
    if ((i < begin || i >= end) && !is_canary(data[i])) return touched_element(i);
  }
  return {};
}

// Checks the same around a rectangle in rows of `pitch` elements.
template <class T>
std::string check_untouched(const std::vector<T>& data, std::size_t pitch, std::size_t x, std::size_t y,
                            std::size_t width, std::size_t height) {
  for (std::size_t i = 0; i < data.size(); ++i) {
    const std::size_t column = pitch == 0 ? 0 : i % pitch;
    const std::size_t row = pitch == 0 ? i : i / pitch;
    const bool inside = column >= x && column < x + width && row >= y && row < y + height;
    if (!inside && !is_canary(data[i])) return touched_element(i);
  }
  return {};
}

// |got - expected| in units of the last place of a T near `expected`.
template <class T>
double ulp_error(T got, double expected) {
  const double error = std::abs(static_cast<double>(got) - expected);
  if (std::isnan(error)) return std::numeric_limits<double>::infinity();
  const T near = static_cast<T>(std::abs(expected));
  const T next = std::nextafter(near, std::numeric_limits<T>::infinity());
  return error / (static_cast<double>(next) - static_cast<double>(near));
}

// True when |got - expected| <= bound; a NaN never is.
inline bool within(double got, double expected, double bound) {
  return std::abs(got - expected) <= bound;
}

}  // namespace clc::algorithms
