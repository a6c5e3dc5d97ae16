// The 16-bit floating-point numbers. Arithmetic happens in wider types, and what is stored is rounded once, to nearest
// even or as the environment says.
#pragma once

#include <cstdint>

namespace clc::emulator {

struct F16 {
  std::uint16_t bits = 0;

  float to_float() const;
  bool is_nan() const { return (bits & 0x7fffU) > 0x7c00U; }
  operator float() const { return to_float(); }  // NOLINT: its arithmetic is float's

  static F16 from(double value);
  static F16 fma(F16 a, F16 b, F16 c);
};

struct BF16 {
  std::uint16_t bits = 0;

  float to_float() const;
  operator float() const { return to_float(); }  // NOLINT: its arithmetic is float's

  static BF16 from(float value);
};

}  // namespace clc::emulator
