// Floating point of eight bits (fp8): the formats of OCP, and those without infinities and negative zero ("fnuz"),
// which gfx942 has. All are converted in integers, so that no mode of a chip for denormals matters.
#pragma once

#include <optional>
#include <string_view>

#include <llvm/IR/IRBuilder.h>

namespace clc::worker {

struct Float8 {
  unsigned fraction;  // bits
  unsigned bias;
  unsigned largest;   // bits of the largest number
  bool has_infinity;  // behind the largest number, and behind it NaNs; otherwise only 0x7f is NaN, or 0x80 in fnuz
  bool is_fnuz;
};

inline constexpr Float8 k_e4m3{3, 7, 0x7e, false, false};
inline constexpr Float8 k_e5m2{2, 15, 0x7b, true, false};
inline constexpr Float8 k_e4m3_fnuz{3, 8, 0x7f, false, true};
inline constexpr Float8 k_e5m2_fnuz{2, 16, 0x7f, false, true};

// "e4m3", "e5m2", "e4m3fnuz" and "e5m2fnuz".
std::optional<Float8> float8_of(std::string_view name);

// The floats that bytes stand for, exactly: one, or a vector.
llvm::Value* float_of(llvm::IRBuilder<>& builder, llvm::Value* bytes, const Float8& format);

// The bytes nearest to floats, ties to even. Numbers beyond the largest one become that where it saturates, infinities,
// too; otherwise infinity, or NaN in formats without.
llvm::Value* float8_of(llvm::IRBuilder<>& builder, llvm::Value* floats, const Float8& format, bool saturates);

}  // namespace clc::worker
