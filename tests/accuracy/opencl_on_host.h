// Stand-ins that let the float functions for NVIDIA compile for the host: the chip's approximations are right results
// that are moved within the errors that PTX documents, by a hash of the argument.
#pragma once

#include <climits>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace clc_maths {

using uint = std::uint32_t;
using ulong = std::uint64_t;

#define FN inline
#define RARE inline
#define INLINED inline
#define constant  // NOLINT(readability-identifier-naming): a keyword of OpenCL C
#define HAS_TANH true

inline int clc_is_relaxed = 0;

inline uint as_uint(float x) {
  uint bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}
inline int as_int(float x) {
  return static_cast<int>(as_uint(x));
}
inline float as_float(uint bits) {
  float x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

inline float fma(float x, float y, float z) {
  return __builtin_fmaf(x, y, z);
}
inline float rint(float x) {
  return __builtin_rintf(x);
}
inline float trunc(float x) {
  return __builtin_truncf(x);
}
inline float fabs(float x) {
  return __builtin_fabsf(x);
}
inline float copysign(float x, float y) {
  return __builtin_copysignf(x, y);
}
inline int min(int x, int y) {
  return x < y ? x : y;
}
inline float fmin(float x, float y) {
  return __builtin_fminf(x, y);
}
inline uint max(uint x, uint y) {
  return x < y ? y : x;
}
inline uint min(uint x, uint y) {
  return y < x ? y : x;
}
inline float fmax(float x, float y) {
  return __builtin_fmaxf(x, y);
}
inline float fma_saturated(float x, float y, float z) {
  const float result = fma(x, y, z);
  return result > 0 ? (result < 1 ? result : 1) : 0;  // 0 for NaN, as on the chip
}

// -1 to 1.
inline double error_of(float x) {
  uint hash = as_uint(x) * 0x9e3779b9u;
  hash ^= hash >> 15;
  return static_cast<double>(static_cast<int>(hash * 0x85ebca6bu)) * 0x1p-31;
}
inline float flushed(float x) {
  return fabs(x) < 0x1p-126f ? copysign(0.0f, x) : x;
}
// A right result that is moved by so many units of its last place at most.
inline float moved(double right, float x, double ulps) {
  if (right == 0 || !std::isfinite(right)) return static_cast<float>(right);
  const double ulp = std::ldexp(1.0, std::max(std::ilogb(right), -126) - 23);
  const float result = static_cast<float>(right + error_of(x) * (ulps - 0.5) * ulp);
  return std::signbit(result) == std::signbit(right) ? result : copysign(0.0f, static_cast<float>(right));
}
inline float ex2(float x) {
  return moved(std::exp2(static_cast<double>(x)), x, 2);
}
inline float ex2_flushed(float x) {
  return flushed(ex2(flushed(x)));
}
inline float lg2(float x) {
  const double right = std::log2(static_cast<double>(x));
  if (right == 0 || !std::isfinite(right)) return static_cast<float>(right);
  const double size = x > 0.5f && x < 2 ? 1 : std::fabs(right);
  return static_cast<float>(right + error_of(x) * size * 0x1p-22);
}
inline float lg2_flushed(float x) {
  return lg2(flushed(x));
}
inline float rcp_flushed(float x) {
  return flushed(moved(1 / static_cast<double>(flushed(x)), x, 1));
}
inline float sqrt_flushed(float x) {
  const double right = std::sqrt(static_cast<double>(flushed(x)));
  return static_cast<float>(right * (1 + error_of(x) * 0x1p-24));
}
inline float rsqrt_flushed(float x) {
  const double right = 1 / std::sqrt(static_cast<double>(flushed(x)));
  return static_cast<float>(right * (1 + error_of(x) * 0x1p-23));
}
inline float sin_flushed(float x) {
  return static_cast<float>(std::sin(static_cast<double>(x)) + error_of(x) * 0x1p-20);
}
inline float cos_flushed(float x) {
  return static_cast<float>(std::cos(static_cast<double>(x)) + error_of(x) * 0x1p-20);
}
inline float tanh_approximated(float x) {
  return static_cast<float>(std::tanh(static_cast<double>(x)) * (1 + error_of(x) * 0x1p-11));
}
inline float div_full(float x, float y) {
  return moved(static_cast<double>(x) / y, x + y, 2);
}

}  // namespace clc_maths
