// Elements of matrices as bytes: half, bfloat16, float and integers, with how the host reads and writes them.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <CL/cl_half.h>

#include "common/inputs.h"

namespace clc::algorithms {

struct Element {
  std::size_t bytes;
  double (*read)(const std::uint8_t* from);
  void (*write)(double value, std::uint8_t* to);
  double low, high;  // of random values
  double rounding;   // the greatest relative error of a normal number
  double least;      // the greatest error of a subnormal one
};

namespace elements {

template <class T>
T read_as(const std::uint8_t* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}
template <class T>
void write_as(double value, std::uint8_t* to) {
  const T element = static_cast<T>(value);
  std::memcpy(to, &element, sizeof(T));
}

inline double read_half(const std::uint8_t* from) {
  return cl_half_to_float(read_as<std::uint16_t>(from));
}
inline void write_half(double value, std::uint8_t* to) {
  write_as<std::uint16_t>(cl_half_from_float(static_cast<float>(value), CL_HALF_RTE), to);
}
inline double read_bfloat16(const std::uint8_t* from) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(read_as<std::uint16_t>(from)) << 16);
}
inline void write_bfloat16(double value, std::uint8_t* to) {
  const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
  write_as<std::uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16, to);
}
template <class T>
double read_number(const std::uint8_t* from) {
  return read_as<T>(from);
}

}  // namespace elements

inline constexpr Element k_half{2, elements::read_half, elements::write_half, -1, 1, 0x1p-11, 0x1p-25};
inline constexpr Element k_bfloat16{2, elements::read_bfloat16, elements::write_bfloat16, -1, 1, 0x1p-8, 0};
inline constexpr Element k_float{4, elements::read_number<float>, elements::write_as<float>, -1, 1, 0x1p-24, 0};
inline constexpr Element k_int8{1,  elements::read_number<std::int8_t>, elements::write_as<std::int8_t>, -128, 128, 0,
                                0.5};
inline constexpr Element k_int32{4, elements::read_number<std::int32_t>, elements::write_as<std::int32_t>, 0, 0, 0, 0};

// Random elements.
inline std::vector<std::uint8_t> random_elements(const Element& element, std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::uint8_t> bytes(count * element.bytes);
  for (std::size_t i = 0; i < count; ++i)
    element.write(random.between(element.low, element.high), &bytes[i * element.bytes]);
  return bytes;
}

// Bytes of a benchmark's random elements, which repeat as those of `repeated` do.
inline std::vector<std::uint8_t> repeated_elements(const Element& element, std::size_t count, std::uint64_t seed) {
  return repeated(count * element.bytes,
                  [&](std::size_t bytes) { return random_elements(element, bytes / element.bytes, seed); });
}

// The values of elements.
inline std::vector<double> values_of(const Element& element, const std::vector<std::uint8_t>& bytes) {
  std::vector<double> values(bytes.size() / element.bytes);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = element.read(&bytes[i * element.bytes]);
  return values;
}

// The end of a verdict's note. `largest`: the largest error, in parts of its bound.
inline std::string error_note(double largest) {
  return ", largest error " + std::to_string(static_cast<int>(largest * 100)) + " % of the bound";
}

}  // namespace clc::algorithms
