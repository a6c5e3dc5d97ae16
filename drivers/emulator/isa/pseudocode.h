// Functions for the C++ that is translated from AMD's pseudo-code: bits as numbers of any type, and AMD's functions.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "isa/half.h"
#include "isa/wave_state.h"

namespace clc::emulator::pseudocode {

// The registers and operands of an instruction. Scalar instructions use lane 0.
struct Call {
  WaveState* wave = nullptr;
  const Instruction* instruction = nullptr;
  std::uint64_t active = 0;  // lanes that execute: EXEC, without lanes that DPP leaves alone
  std::uint64_t source[3][k_max_lanes];
  std::uint64_t destination[k_max_lanes];  // before and after
  std::uint64_t carry_in = 0;              // a bit for each lane
  std::uint64_t mask_out = 0;              // what a comparison or a carry gives
  std::uint32_t simm16 = 0, simm32 = 0;
  std::uint8_t op_sel = 0, op_sel_hi = 0, neg = 0;
  bool ieee = false;
  const char* error = nullptr;
  bool leaves_registers = false;  // M0 chooses one that is not allocated

  bool carry(unsigned lane) const { return (carry_in >> lane & 1U) != 0; }
  template <typename T>
  void set_mask(unsigned lane, T bit) {
    mask_out = (mask_out & ~(std::uint64_t{1} << lane)) | std::uint64_t{bit != 0} << lane;
  }
};

// The arguments of a scalar instruction that is translated.
struct ScalarCall {
  WaveState* wave;
  const Instruction* instruction;
  std::uint64_t source[3][1];
  std::uint64_t destination[1];
  std::uint32_t simm16, simm32;
  std::uint8_t op_sel = 0, op_sel_hi = 0, neg = 0;
  bool ieee;
};

__extension__ typedef unsigned __int128 uint128;  // NOLINT: no alias can say that it is an extension
__extension__ typedef __int128 int128;            // NOLINT

template <typename To, typename From>
To bit_cast(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

// The bits of a value, as the low bits of 64.
template <typename T>
std::uint64_t to_bits(T value) {
  if constexpr (std::is_same_v<T, float>)
    return bit_cast<std::uint32_t>(value);
  else if constexpr (std::is_same_v<T, double>)
    return bit_cast<std::uint64_t>(value);
  else if constexpr (std::is_same_v<T, F16> || std::is_same_v<T, BF16>)
    return value.bits;
  else
    return static_cast<std::uint64_t>(value);
}

template <unsigned width>
using uint_of =
    std::conditional_t<(width > 64), uint128, std::conditional_t<(width > 32), std::uint64_t, std::uint32_t>>;
template <unsigned width>
using int_of = std::conditional_t<(width > 64), int128, std::conditional_t<(width > 32), std::int64_t, std::int32_t>>;

template <unsigned width>
constexpr std::uint64_t k_mask = width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (width % 64)) - 1;

// Bits read as a number.
template <unsigned width, typename T>
uint_of<width> as_uint(T value) {
  return static_cast<uint_of<width>>(to_bits(value) & k_mask<width>);
}
template <unsigned width, typename T>
int_of<width> as_int(T value) {
  constexpr unsigned unused = 64 - width;
  return static_cast<int_of<width>>(static_cast<std::int64_t>(to_bits(value) << unused) >> unused);
}
template <typename T>
float as_f32(T value) {
  return bit_cast<float>(static_cast<std::uint32_t>(to_bits(value)));
}
template <typename T>
double as_f64(T value) {
  return bit_cast<double>(to_bits(value));
}
template <typename T>
F16 as_f16(T value) {
  return F16{static_cast<std::uint16_t>(to_bits(value))};
}
template <typename T>
BF16 as_bf16(T value) {
  return BF16{static_cast<std::uint16_t>(to_bits(value))};
}

// Numbers converted to another type.
template <typename T>
constexpr bool k_is_real = std::is_floating_point_v<T> || std::is_same_v<T, F16> || std::is_same_v<T, BF16>;
template <typename T>
double number(T value) {
  if constexpr (std::is_same_v<T, F16>)
    return value.to_float();
  else if constexpr (std::is_same_v<T, BF16>)
    return value.to_float();
  else
    return static_cast<double>(value);
}
template <unsigned width, typename T>
uint_of<width> to_uint(T value) {
  if constexpr (k_is_real<T>)
    return as_uint<width>(value);
  else if constexpr (width > 64)
    return static_cast<uint128>(value);
  else
    return static_cast<uint_of<width>>(static_cast<std::uint64_t>(value) & k_mask<width>);
}
template <unsigned width, typename T>
int_of<width> to_int(T value) {
  if constexpr (width > 64)
    return static_cast<int128>(value);
  else
    return as_int<width>(static_cast<std::uint64_t>(value));
}
template <typename T>
float to_f32(T value) {
  if constexpr (k_is_real<T>)
    return static_cast<float>(number(value));
  else
    return static_cast<float>(value);
}
template <typename T>
double to_f64(T value) {
  return number(value);
}
template <typename T>
F16 to_f16(T value) {
  if constexpr (std::is_same_v<T, F16>)
    return value;
  else
    return F16::from(number(value));
}
template <typename T>
BF16 to_bf16(T value) {
  if constexpr (std::is_same_v<T, BF16>)
    return value;
  else
    return BF16::from(static_cast<float>(number(value)));
}

// The bits that an assignment to a register writes: D0.f16 = … converts, D0.u32 = … takes what is there.
template <typename T>
std::uint64_t bits_as_f32(T value) {
  if constexpr (std::is_same_v<T, float> || !k_is_real<T>)
    return to_bits(value) & k_mask<32>;
  else
    return to_bits(to_f32(value));
}
template <typename T>
std::uint64_t bits_as_f64(T value) {
  if constexpr (std::is_same_v<T, double> || !k_is_real<T>)
    return to_bits(value);
  else
    return to_bits(to_f64(value));
}
template <typename T>
std::uint64_t bits_as_f16(T value) {
  if constexpr (k_is_real<T>)
    return to_f16(value).bits;
  else
    return to_bits(value) & k_mask<16>;
}
template <typename T>
std::uint64_t bits_as_bf16(T value) {
  if constexpr (k_is_real<T>)
    return to_bf16(value).bits;
  else
    return to_bits(value) & k_mask<16>;
}
template <unsigned width, typename T>
std::uint64_t bits_as_int(T value) {
  return to_bits(value) & k_mask<width>;
}

// Parts of registers. `S0[0 : 31]` has the bits in reverse.
inline std::uint64_t reversed(std::uint64_t bits, std::int64_t width) {
  std::uint64_t result = 0;
  for (std::int64_t i = 0; i < width; ++i) result |= (bits >> i & 1U) << (width - 1 - i);
  return result;
}
template <typename T>
std::uint64_t slice(T value, std::int64_t high, std::int64_t low) {
  const std::uint64_t bits = to_bits(value);
  if (high < low && high >= 0 && low <= 63) return reversed(slice(value, low, high), low - high + 1);
  if (low < 0 || low > 63 || high < low) return 0;
  const std::int64_t width = high - low + 1;
  return bits >> low & (width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1);
}
template <typename T>
void assign(T* target, std::uint64_t bits) {
  if constexpr (std::is_same_v<T, float>)
    *target = as_f32(bits);
  else if constexpr (std::is_same_v<T, double>)
    *target = as_f64(bits);
  else if constexpr (std::is_same_v<T, F16>)
    *target = as_f16(bits);
  else if constexpr (std::is_same_v<T, BF16>)
    *target = as_bf16(bits);
  else
    *target = static_cast<T>(bits);
}
template <typename T>
void set_slice(T* target, std::int64_t high, std::int64_t low, std::uint64_t bits) {
  if (low < 0 || low > 63 || high < low) return;
  const std::int64_t width = high - low + 1;
  const std::uint64_t mask = (width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1) << low;
  assign(target, (to_bits(*target) & ~mask) | (bits << low & mask));
}
inline std::uint64_t concatenate(std::uint64_t high, std::uint64_t low, unsigned low_width) {
  const std::uint64_t mask = low_width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << low_width) - 1;
  return low_width >= 64 ? low : high << low_width | (low & mask);
}

// A variable keeps the type of what was assigned first.
template <typename T, typename U>
void store(T* target, U value) {
  if constexpr (std::is_same_v<T, F16>)
    *target = to_f16(value);
  else if constexpr (std::is_same_v<T, BF16>)
    *target = to_bf16(value);
  else
    *target = static_cast<T>(value);
}

// Operators.
template <typename T, typename N>
auto shift_left(T value, N count) {
  using Result = decltype(value + 0);
  using Unsigned = std::make_unsigned_t<Result>;
  const auto n = static_cast<std::uint64_t>(count);
  return n >= sizeof(Result) * 8 ? Result{0} : static_cast<Result>(static_cast<Unsigned>(value) << n);
}
template <typename T, typename N>
auto shift_right(T value, N count) {
  using Result = decltype(value + 0);
  const auto n = static_cast<std::uint64_t>(count);
  if (n >= sizeof(Result) * 8) return value < 0 ? static_cast<Result>(-1) : Result{0};
  return static_cast<Result>(static_cast<Result>(value) >> n);
}
template <typename T>
auto complement(T value) {
  if constexpr (std::is_same_v<T, bool>)
    return !value;
  else
    return ~value;
}
template <typename T>
auto negative(T value) {
  if constexpr (std::is_same_v<T, F16> || std::is_same_v<T, BF16>)
    return T{static_cast<std::uint16_t>(value.bits ^ 0x8000U)};
  else
    return -value;
}
// Both values are known before one is chosen, so that no lane needs a branch.
template <typename C, typename A, typename B>
std::common_type_t<A, B> chosen(C condition, A yes, B no) {
  return condition ? static_cast<std::common_type_t<A, B>>(yes) : static_cast<std::common_type_t<A, B>>(no);
}
template <typename A, typename B>
bool less_or_greater(A a, B b) {
  return a < b || a > b;
}
template <typename A, typename B>
auto power(A base, B exponent) {
  return static_cast<A>(std::pow(number(base), number(exponent)));
}

// Constants.
constexpr double constant_pi = 3.14159265358979323846;
constexpr double constant_inf = std::numeric_limits<double>::infinity();
constexpr float constant_inf_f32 = std::numeric_limits<float>::infinity();
constexpr double constant_inf_f64 = constant_inf;
constexpr F16 constant_inf_f16{0x7c00};
constexpr float constant_nan_f32 = std::numeric_limits<float>::quiet_NaN();
constexpr double constant_nan_f64 = std::numeric_limits<double>::quiet_NaN();
constexpr F16 constant_nan_f16{0x7e00};
constexpr float constant_max_float_f32 = std::numeric_limits<float>::max();
constexpr double constant_max_float_f64 = std::numeric_limits<double>::max();

// Properties of numbers. Signalling is what was signalling before it became a double, so the templates ask the type
// itself.
template <typename T>
bool is_nan(T value) {
  return std::isnan(number(value));
}
inline bool is_signal_nan(double value) {
  return std::isnan(value) && (bit_cast<std::uint64_t>(value) & 0x0008000000000000U) == 0;
}
inline bool is_signal_nan(float value) {
  return std::isnan(value) && (bit_cast<std::uint32_t>(value) & 0x00400000U) == 0;
}
inline bool is_signal_nan(F16 value) {
  return value.is_nan() && (value.bits & 0x200U) == 0;
}
template <typename T>
bool is_quiet_nan(T value) {
  return is_nan(value) && !is_signal_nan(value);
}
inline double to_quiet_nan(double value) {
  return bit_cast<double>(bit_cast<std::uint64_t>(value) | 0x0008000000000000U);
}
inline float to_quiet_nan(float value) {
  return bit_cast<float>(bit_cast<std::uint32_t>(value) | 0x00400000U);
}
inline F16 to_quiet_nan(F16 value) {
  return F16{static_cast<std::uint16_t>(value.bits | 0x200U)};
}
inline bool sign(double value) {
  return std::signbit(value);
}
inline bool sign(float value) {
  return std::signbit(value);
}
inline bool sign(F16 value) {
  return value.bits >> 15U != 0;
}
inline int exponent(float value) {
  return static_cast<int>(bit_cast<std::uint32_t>(value) >> 23U & 0xffU);
}
inline int exponent(double value) {
  return static_cast<int>(bit_cast<std::uint64_t>(value) >> 52U & 0x7ffU);
}
inline int exponent(F16 value) {
  return value.bits >> 10U & 0x1fU;
}
template <typename T>
T abs(T value) {
  if constexpr (std::is_same_v<T, F16>)
    return F16{static_cast<std::uint16_t>(value.bits & 0x7fffU)};
  else if constexpr (std::is_floating_point_v<T>)
    return std::fabs(value);
  else
    return value < 0 ? static_cast<T>(0 - value) : value;
}
template <typename T>
T signext(T value) {
  return value;  // its type is signed already
}
template <typename T>
T signext_from_bit(T value, unsigned width) {
  using Unsigned = std::make_unsigned_t<T>;
  if (width == 0) return 0;
  if (width >= sizeof(T) * 8) return value;
  const unsigned unused = sizeof(T) * 8 - width;
  return static_cast<T>(static_cast<T>(static_cast<Unsigned>(value) << unused) >> unused);
}

// Arithmetic.
inline float fma(float a, float b, float c) {
  return std::fma(a, b, c);
}
inline double fma(double a, double b, double c) {
  return std::fma(a, b, c);
}
inline F16 fma(F16 a, F16 b, F16 c) {
  return F16::fma(a, b, c);
}
inline float trunc(float value) {
  return std::trunc(value);
}
inline double trunc(double value) {
  return std::trunc(value);
}
inline F16 trunc(F16 value) {
  return to_f16(std::trunc(value.to_float()));
}
inline float floor(float value) {
  return std::floor(value);
}
inline double floor(double value) {
  return std::floor(value);
}
inline F16 floor(F16 value) {
  return to_f16(std::floor(value.to_float()));
}
inline int bit_count(std::uint64_t bits) {
  return __builtin_popcountll(bits);
}
inline int s_ff1_i32_b32(std::uint32_t bits) {
  return bits == 0 ? -1 : __builtin_ctz(bits);
}
inline int s_ff1_i32_b64(std::uint64_t bits) {
  return bits == 0 ? -1 : __builtin_ctzll(bits);
}

// Conversions saturate, and what is no number becomes 0.
template <typename To>
To saturated(double value) {
  if (std::isnan(value)) return 0;
  const double low = static_cast<double>(std::numeric_limits<To>::min()),
               high = static_cast<double>(std::numeric_limits<To>::max());
  if (value <= low) return std::numeric_limits<To>::min();
  return value >= high ? std::numeric_limits<To>::max() : static_cast<To>(value);
}
inline float u32_to_f32(std::uint64_t value) {
  return static_cast<float>(static_cast<std::uint32_t>(value));
}
inline float i32_to_f32(std::int32_t value) {
  return static_cast<float>(value);
}
inline double u32_to_f64(std::uint64_t value) {
  return static_cast<double>(static_cast<std::uint32_t>(value));
}
inline double i32_to_f64(std::int32_t value) {
  return static_cast<double>(value);
}
template <typename T>
std::uint32_t f32_to_u32(T value) {
  return saturated<std::uint32_t>(number(value));
}
template <typename T>
std::int32_t f32_to_i32(T value) {
  return saturated<std::int32_t>(number(value));
}
inline std::uint32_t f64_to_u32(double value) {
  return saturated<std::uint32_t>(value);
}
inline std::int32_t f64_to_i32(double value) {
  return saturated<std::int32_t>(value);
}
inline float f64_to_f32(double value) {
  return static_cast<float>(value);
}
inline double f32_to_f64(float value) {
  return value;
}
inline float f16_to_f32(F16 value) {
  return value.to_float();
}
inline F16 f32_to_f16(float value) {
  return to_f16(value);
}
inline float bf16_to_f32(BF16 value) {
  return value.to_float();
}
inline BF16 f32_to_bf16(float value) {
  return BF16::from(value);
}
inline F16 u16_to_f16(std::uint32_t value) {
  return F16::from(value);
}
inline F16 i16_to_f16(std::int32_t value) {
  return F16::from(value);
}
inline std::uint32_t f16_to_u16(F16 value) {
  return saturated<std::uint16_t>(value.to_float());
}
inline std::int32_t f16_to_i16(F16 value) {
  return saturated<std::int16_t>(value.to_float());
}
inline std::uint32_t f32_to_u8(float value) {
  return saturated<std::uint8_t>(std::nearbyint(value));
}
// A number from -1 to 1, or from 0 to 1, as a fraction of the greatest integer.
inline std::int32_t real_to_snorm(double value) {
  return std::isnan(value)
             ? 0
             : static_cast<std::int32_t>(std::nearbyint(std::fmin(std::fmax(value, -1.0), 1.0) * 32767.0));
}
inline std::uint32_t real_to_unorm(double value) {
  return std::isnan(value)
             ? 0
             : static_cast<std::uint32_t>(std::nearbyint(std::fmin(std::fmax(value, 0.0), 1.0) * 65535.0));
}
inline std::int32_t f32_to_snorm(float value) {
  return real_to_snorm(value);
}
inline std::uint32_t f32_to_unorm(float value) {
  return real_to_unorm(value);
}
inline std::int32_t f16_to_snorm(F16 value) {
  return real_to_snorm(value.to_float());
}
inline std::uint32_t f16_to_unorm(F16 value) {
  return real_to_unorm(value.to_float());
}
inline std::uint32_t u32_to_u16(std::uint32_t value) {
  return value > 0xffffU ? 0xffffU : value;
}
inline std::int32_t i32_to_i16(std::int32_t value) {
  return value > 32767 ? 32767 : value < -32768 ? -32768 : value;
}
inline std::int32_t i16_to_i32(std::int32_t value) {
  return value;
}
inline std::int32_t i8_to_i32(std::int32_t value) {
  return value;
}
inline std::int32_t i4_to_i32(std::int32_t value) {
  return value;
}
inline std::uint32_t u16_to_u32(std::uint32_t value) {
  return value;
}
inline std::uint32_t u8_to_u32(std::uint32_t value) {
  return value;
}
inline std::uint32_t u4_to_u32(std::uint32_t value) {
  return value;
}
inline std::int32_t v_cvt_i16_f32(float value) {
  return saturated<std::int16_t>(value);
}
inline std::uint32_t v_cvt_u16_f32(float value) {
  return saturated<std::uint16_t>(value);
}

// Smaller and greater. The pseudo-code compares -0 with +0 by ==, which cannot tell them apart; the hardware does.
template <typename T>
T number_of_two(T a, T b, bool greatest) {
  if constexpr (std::is_floating_point_v<T>) {  // without branches, for the host's vector instructions
    const bool is_behind = greatest ? a < b : b < a;
    return is_behind | (a != a) | ((a == b) & (sign(a) == greatest)) ? b : a;
  } else {
    if (is_nan(a)) return b;
    if (is_nan(b)) return a;
    const double x = number(a), y = number(b);
    if (x == y) return (sign(a) == greatest) ? b : a;
    return (x < y) == greatest ? b : a;
  }
}
// The same, but what is no number is passed on.
template <typename T>
T extreme_of_two(T a, T b, bool greatest) {
  if (is_nan(a)) return to_quiet_nan(a);
  if (is_nan(b)) return to_quiet_nan(b);
  return number_of_two(a, b, greatest);
}

#define CLC_MINIMUM_AND_MAXIMUM(type, T)                \
  inline T v_min_##type(T a, T b) {                     \
    return number_of_two(a, b, false);                  \
  }                                                     \
  inline T v_max_##type(T a, T b) {                     \
    return number_of_two(a, b, true);                   \
  }                                                     \
  inline T v_min_num_##type(T a, T b) {                 \
    return number_of_two(a, b, false);                  \
  }                                                     \
  inline T v_max_num_##type(T a, T b) {                 \
    return number_of_two(a, b, true);                   \
  }                                                     \
  inline T v_min3_##type(T a, T b, T c) {               \
    return v_min_##type(v_min_##type(a, b), c);         \
  }                                                     \
  inline T v_max3_##type(T a, T b, T c) {               \
    return v_max_##type(v_max_##type(a, b), c);         \
  }                                                     \
  inline T v_min3_num_##type(T a, T b, T c) {           \
    return v_min3_##type(a, b, c);                      \
  }                                                     \
  inline T v_max3_num_##type(T a, T b, T c) {           \
    return v_max3_##type(a, b, c);                      \
  }                                                     \
  inline T v_minimum_##type(T a, T b) {                 \
    return extreme_of_two(a, b, false);                 \
  }                                                     \
  inline T v_maximum_##type(T a, T b) {                 \
    return extreme_of_two(a, b, true);                  \
  }                                                     \
  inline T v_minimum3_##type(T a, T b, T c) {           \
    return v_minimum_##type(v_minimum_##type(a, b), c); \
  }                                                     \
  inline T v_maximum3_##type(T a, T b, T c) {           \
    return v_maximum_##type(v_maximum_##type(a, b), c); \
  }
CLC_MINIMUM_AND_MAXIMUM(f16, F16)
CLC_MINIMUM_AND_MAXIMUM(f32, float)
CLC_MINIMUM_AND_MAXIMUM(f64, double)
#undef CLC_MINIMUM_AND_MAXIMUM

#define CLC_INTEGER_EXTREMES(type, T)           \
  inline T v_min_##type(T a, T b) {             \
    return a < b ? a : b;                       \
  }                                             \
  inline T v_max_##type(T a, T b) {             \
    return a < b ? b : a;                       \
  }                                             \
  inline T v_max3_##type(T a, T b, T c) {       \
    return v_max_##type(v_max_##type(a, b), c); \
  }
CLC_INTEGER_EXTREMES(i16, std::int32_t)
CLC_INTEGER_EXTREMES(u16, std::uint32_t)
CLC_INTEGER_EXTREMES(i32, std::int32_t)
CLC_INTEGER_EXTREMES(u32, std::uint32_t)
#undef CLC_INTEGER_EXTREMES

// Sums of absolute differences of bytes; v_msad_u8 leaves out those whose reference is 0.
inline std::uint32_t sum_of_differences(std::uint32_t a, std::uint32_t b, std::uint32_t sum, bool masked) {
  for (unsigned shift = 0; shift < 32; shift += 8) {
    const int x = static_cast<int>(a >> shift & 0xffU), y = static_cast<int>(b >> shift & 0xffU);
    if (!masked || y != 0) sum += static_cast<std::uint32_t>(x > y ? x - y : y - x);
  }
  return sum;
}
inline std::uint32_t v_sad_u8(std::uint64_t a, std::uint64_t b, std::uint32_t sum) {
  return sum_of_differences(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b), sum, false);
}
inline std::uint32_t v_msad_u8(std::uint64_t a, std::uint64_t b, std::uint32_t sum) {
  return sum_of_differences(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b), sum, true);
}

// Functions that the tables idealise (overrides.py); arithmetic.cpp has them.
template <typename T>
T round_to_even(T value);
template <typename T>
T fraction(T value);
template <typename T>
T mantissa_of(T value);
template <typename T>
int exponent_of(T value);
template <typename T>
T scaled(T value, int exponent);
// A double holds the product exactly, however small, so that it is rounded once.
template <>
inline float scaled(float value, int exponent) {
  const int most = exponent < -400 ? -400 : exponent > 400 ? 400 : exponent;
  return static_cast<float>(value * bit_cast<double>(static_cast<std::uint64_t>(1023 + most) << 52U));
}

// The errors of arithmetic.cpp; without branches, so that loops over lanes become vector instructions.
inline std::uint64_t scrambled(std::uint64_t bits) {
  bits = (bits ^ bits >> 31U) * 0x9e3779b97f4a7c15U;
  return (bits ^ bits >> 29U) * 0xbf58476d1ce4e5b9U >> 32U;
}
inline float without_denormal(float value) {
  const auto bits = bit_cast<std::uint32_t>(value);
  return bit_cast<float>((bits & 0x7f800000U) == 0 ? bits & 0x80000000U : bits);
}
// V_MAD_F32 and its like: product and sum are rounded, each for itself.
inline float mad(float a, float b, float c) {
  const float product = without_denormal(without_denormal(a) * without_denormal(b));
  return without_denormal(product + without_denormal(c));
}
// `exact` as a float that is wrong by up to an ulp; `seed` decides. V_RCP_F32 and its like neither take nor give
// denormals.
template <typename Exact>
float wrong_by_ulp(Exact exact, std::uint64_t seed) {
  constexpr std::uint32_t k_magnitude = 0x7fffffffU, k_infinite = 0x7f800000U;
  const auto nearest = static_cast<float>(exact);
  const auto bits = bit_cast<std::uint32_t>(nearest);
  const bool is_above = exact > nearest, wants_above = scrambled(seed) % 2 == 0;
  const bool is_usual = (bits & k_magnitude) - 1U < k_infinite - 1U;  // neither zero nor infinite nor a NaN
  // The next number up or down: magnitudes are in the order of their bits.
  const std::uint32_t other = is_above == ((bits & ~k_magnitude) == 0) ? bits + 1 : bits - 1;
  const bool stays = nearest == exact || !is_usual || is_above != wants_above;
  return without_denormal(bit_cast<float>(stays ? bits : other));
}

template <typename T>
T approximate_rcp(T value);
template <typename T>
T approximate_rsq(T value);
// A double tells on which side of a float a quotient or a root lies, and costs less.
template <>
inline float approximate_rcp(float value) {
  const float x = without_denormal(value);
  return wrong_by_ulp(1.0 / static_cast<double>(x), to_bits(x));
}
template <>
inline float approximate_rsq(float value) {
  const float x = without_denormal(value);
  return wrong_by_ulp(1.0 / __builtin_sqrt(static_cast<double>(x)), to_bits(x));
}
template <typename T>
T approximate_sqrt(T value);
template <typename T>
T approximate_exp2(T value);
template <typename T>
T approximate_log2(T value);
template <typename T>
T approximate_sin(T turns);
template <typename T>
T approximate_cos(T turns);
template <typename T>
T div_scale(T what, T denominator, T numerator);
template <typename T>
bool div_scale_flag(T denominator, T numerator);
template <typename T>
T div_fmas(T a, T b, T c, bool scale);
template <typename T>
T div_fixup(T quotient, T denominator, T numerator);
double trig_preop(double value, std::uint32_t segment);
std::uint32_t halves_toward_zero(float low, float high);

}  // namespace clc::emulator::pseudocode
