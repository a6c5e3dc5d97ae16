// The products of cooperative matrices, and the instructions of chips that compute them: matrix_products.def.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "clc/package/target.h"

namespace clc {

enum class MatrixElement : std::uint8_t {
  k_int8,
  k_int16,
  k_int32,
  k_int64,
  k_half,
  k_bfloat,
  k_tf32,
  k_float,
  k_double,
  k_float8,       // e4m3 and e5m2
  k_float8_fnuz,  // e4m3fnuz and e5m2fnuz
};

// True where coop_mat_mulAdd multiplies such elements and adds them to such a sum, on every target.
constexpr bool is_matrix_product(MatrixElement a, MatrixElement b, MatrixElement sum) {
  if (a != b) return false;
#define MATRIX_PRODUCT(ELEMENT, SUM) \
  if (a == MatrixElement::k_##ELEMENT && sum == MatrixElement::k_##SUM) return true;
#include "clc/package/matrix_products.def"
  return false;
}

struct MatrixInstruction {
  // NVIDIA's mma.sync; AMD's MFMA, whose bytes are signed; AMD's WMMA.
  enum class Kind : std::uint8_t { k_mma, k_mfma, k_wmma };
  Kind kind;
  std::string_view chips;  // the first one with mma.sync; AMD's are separated by blanks
  MatrixElement element;   // of A and B
  MatrixElement sum;
  unsigned rows;     // M
  unsigned columns;  // N
  unsigned depth;    // K
  const char* intrinsic;

  std::uint64_t operations() const { return std::uint64_t{2} * rows * columns * depth; }
};

// Those of a target's chip, in the order of the table.
std::vector<MatrixInstruction> matrix_instructions(const Target& target);

// The one that a call of LLVM's intrinsic becomes. The name may have suffixes for types.
std::optional<MatrixInstruction> matrix_instruction_of(std::string_view intrinsic);

// True for the name of an instruction of matrix units in PTX, or in NVIDIA's or AMD's machine code.
bool is_matrix_instruction(std::string_view name);

}  // namespace clc
