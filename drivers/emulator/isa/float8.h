// Floating-point numbers of four, six and eight bits. gfx942 has eight bits with one zero and one NaN (0x80) and the
// exponents one further ("fnuz"); gfx950, gfx1200 and gfx1201 those of the OCP. Six and four bits have neither infinity
// nor NaN.
#pragma once

#include <cstdint>

namespace clc::emulator {

enum class SmallFloat : std::uint8_t { k_fp8_fnuz, k_bf8_fnuz, k_fp8, k_bf8, k_fp6, k_bf6, k_fp4 };

unsigned bits_of(SmallFloat format);
// The number that the low bits encode.
float small_to_float(std::uint32_t bits, SmallFloat format);
// `value` rounded to nearest even; what is too great becomes the greatest number with `saturates`, else infinity, or
// NaN where there is none. With `noise`, whose 32 bits are added below the last place, cut off: stochastic rounding.
std::uint8_t float_to_small(float value, SmallFloat format, bool saturates);
std::uint8_t float_to_small(float value, SmallFloat format, bool saturates, std::uint32_t noise);

}  // namespace clc::emulator
