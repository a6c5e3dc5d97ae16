// Matrix instructions: MFMA and SMFMAC of CDNA, WMMA and SWMMAC of RDNA 3 and 4. D = A * B + C, where the registers of
// all lanes of a wave hold the matrices. EXEC is not asked.
#pragma once

#include "isa/instruction.h"

namespace clc::emulator {

// One instruction, as its name says it.
struct MatrixOperation {
  enum class Kind : std::uint8_t { k_none, k_mfma, k_smfmac, k_wmma, k_swmmac };
  enum class Type : std::uint8_t {
    k_f64,
    k_f32,
    k_xf32,
    k_f16,
    k_bf16,
    k_fp8,
    k_bf8,
    k_i32,
    k_i8,
    k_iu8,
    k_iu4,
    k_f8f6f4
  };
  Kind kind = Kind::k_none;
  Type out{}, a{}, b{};
  unsigned m = 0, n = 0, k = 0, blocks = 1;

  bool is_sparse() const { return kind == Kind::k_smfmac || kind == Kind::k_swmmac; }
  bool is_cdna() const { return kind == Kind::k_mfma || kind == Kind::k_smfmac; }
  bool is_integer() const { return out == Type::k_i32; }
};

// The operation of an opcode; its kind is none where that is no matrix instruction.
const MatrixOperation& matrix_operation(Opcode opcode);

// Fields that only these instructions have in their encoding.
struct MatrixFields {
  std::uint8_t cbsz = 0, abid = 0, blgp = 0;
  std::uint8_t accumulation = 0;          // bit 0: the first source is in accumulation registers; bit 1: the second
  bool accumulation_destination = false;  // and the third source
};
// Completes the operands that the decoder has read.
void finish_matrix(Instruction& instruction, const MatrixFields& fields);

}  // namespace clc::emulator
