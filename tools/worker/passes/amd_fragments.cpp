// Cooperative matrices in the form that AMD's MFMA takes (gfx908 to gfx950, waves of 64), and WMMA (gfx11 and gfx12,
// waves of 32). Other chips with `ds_bpermute` hold them in one of these forms, too, by the size of their waves. Atoms
// of A are 16 rows, those of B the transpose, and atoms of sums 16 by 16. How many work-items share a row of A is told
// by the geometry; which of its elements each has is free, as long as B is alike.
#include <algorithm>
#include <array>
#include <string>

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicsAMDGPU.h>

#include "worker/passes/lane_fragments.h"

namespace clc::worker {
namespace {

using Kind = MatrixInstruction::Kind;

// Named after chips with matrix units. Of those without, gfx8 and gfx9 are like CDNA, and gfx10 like RDNA 4.
enum class Generation : unsigned { k_cdna, k_rdna3, k_rdna4 };

Generation generation_of(std::string_view arch) {
  if (!arch.starts_with("gfx1")) return Generation::k_cdna;
  return arch.starts_with("gfx11") ? Generation::k_rdna3 : Generation::k_rdna4;
}

class AmdFragments final : public LaneFragments {
 public:
  AmdFragments(std::vector<MatrixInstruction> instructions, Generation generation)
      : LaneFragments(geometry_of(generation)),
        instructions_(std::move(instructions)),
        generation_(generation),
        in_a_row_(geometry_of(generation).in_a_row),
        sums_(geometry_of(generation).sums) {}

 private:
  static Geometry geometry_of(Generation generation) {
    switch (generation) {
      case Generation::k_cdna:
        return {.edge = 16, .wide = 1, .deep = 16, .in_a_row = 4, .sums = 4};
      case Generation::k_rdna3:  // lanes 16 to 31 have copies of A and B
        return {.edge = 16, .wide = 1, .deep = 16, .in_a_row = 1, .sums = 8};
      default:
        return {.edge = 16, .wide = 1, .deep = 16, .in_a_row = 2, .sums = 8};
    }
  }

  const MatrixInstruction* instruction_for(const Matrix& matrix) const {
    const MatrixElement element = unit_element(instructions_, matrix);
    const auto found =
        std::ranges::find_if(instructions_, [&](const MatrixInstruction& one) { return one.element == element; });
    return found == instructions_.end() ? nullptr : &*found;
  }

  unsigned packed(const Matrix& matrix) const override {
    const MatrixInstruction* instruction = instruction_for(matrix);
    return instruction == nullptr ? 1 : instruction->depth / in_a_row_;
  }

  std::pair<Line, Line> sum_at(const Matrix& matrix, unsigned i) const override {
    const Line column{1, 16, 1, 0};
    if (generation_ == Generation::k_rdna3) return {{16, 2, 1, 2 * i}, column};
    if (generation_ == Generation::k_rdna4) return {{16, 2, sums_, i}, column};
    return {matrix.element->isDoubleTy() ? Line{16, 4, 1, 4 * i} : Line{16, 4, sums_, i}, column};
  }

  llvm::Value* lane(llvm::IRBuilder<>& builder) const override {
    llvm::Value* all = builder.getInt32(0xffffffff);
    llvm::Value* low = builder.CreateIntrinsic(llvm::Intrinsic::amdgcn_mbcnt_lo, {all, builder.getInt32(0)});
    return builder.CreateIntrinsic(llvm::Intrinsic::amdgcn_mbcnt_hi, {all, low});
  }

  void wait(llvm::IRBuilder<>& builder) const override {
    builder.CreateIntrinsic(llvm::Intrinsic::amdgcn_wave_barrier, {});
  }

  llvm::Value* word_of(llvm::IRBuilder<>& builder, llvm::Value* word, llvm::Value* lane) const override {
    llvm::Value* address = builder.CreateShl(lane, 2);
    return builder.CreateIntrinsic(llvm::Intrinsic::amdgcn_ds_bpermute, {address, word});
  }

  llvm::Value* multiply_by_unit(llvm::IRBuilder<>& builder, const MatrixParts& held) const override {
    const MatrixProduct& product = held.product;
    const MatrixInstruction* instruction = instruction_for(product.a);
    if (instruction == nullptr) return nullptr;
    const MatrixParts parts = as_unit_elements(builder, held, instruction->element);
    const bool is_signed = has_sign(product.a) && has_sign(product.b);
    if (instruction->kind == Kind::k_mfma && instruction->element == MatrixElement::k_int8 && !is_signed)
      return nullptr;
    llvm::Value* sums = product.saturates ? llvm::Constant::getNullValue(parts.c->getType()) : parts.c;
    // Sums of half are computed in float: RDNA 3 keeps them in one half of a register.
    const bool is_half = product.c.element->isHalfTy();
    const auto* vector = llvm::cast<llvm::FixedVectorType>(sums->getType());
    if (is_half) sums = builder.CreateFPExt(sums, vector->getWithNewType(builder.getFloatTy()));
    for (unsigned row = 0; row < rows_of(product.c); ++row) {
      for (unsigned column = 0; column < columns_of(product.c); ++column)
        sums = multiply_atoms(builder, parts, *instruction, {row, column}, sums);
    }
    if (is_half) return builder.CreateFPTrunc(sums, parts.c->getType());
    return product.saturates ? saturated(builder, parts, sums) : sums;
  }

  static bool has_sign(const Matrix& matrix) { return matrix.type.component == Component::k_signed; }

  // An atom of sums.
  llvm::Value* multiply_atoms(llvm::IRBuilder<>& builder, const MatrixParts& parts,
                              const MatrixInstruction& instruction, const std::array<unsigned, 2>& at,
                              llvm::Value* sums) const {
    const MatrixProduct& product = parts.product;
    const auto [row, column] = at;
    const unsigned first = sums_ * (row * columns_of(product.c) + column);
    auto* element = llvm::cast<llvm::FixedVectorType>(sums->getType())->getElementType();
    llvm::Value* sum = piece(builder, sums, first, sums_, llvm::FixedVectorType::get(element, sums_));
    const unsigned elements = packed(product.a);
    const unsigned depth = depth_of(product.a);
    llvm::Type* type = factor_type(builder, instruction, elements);
    for (unsigned k = 0; k < depth; ++k) {
      llvm::Value* a = piece(builder, parts.a, (row * depth + k) * elements, elements, type);
      llvm::Value* b = piece(builder, parts.b, (column * depth + k) * elements, elements, type);
      sum = multiply_once(builder, instruction, product, {a, b, sum});
    }
    if (generation_ == Generation::k_rdna3) sum = keep_in_place(builder, sum);
    for (unsigned i = 0; i < sums_; ++i)
      sums = builder.CreateInsertElement(sums, builder.CreateExtractElement(sum, i), first + i);
    return sums;
  }

  // The type that an intrinsic takes a work-item's elements of A as.
  static llvm::Type* factor_type(llvm::IRBuilder<>& builder, const MatrixInstruction& instruction, unsigned elements) {
    constexpr unsigned k_bytes_of_word = 4;
    const auto vector = [](llvm::Type* element, unsigned count) -> llvm::Type* {
      return count == 1 ? element : llvm::FixedVectorType::get(element, count);
    };
    switch (instruction.element) {
      case MatrixElement::k_half:
        return vector(builder.getHalfTy(), elements);
      case MatrixElement::k_bfloat:
        return vector(builder.getInt16Ty(), elements);
      case MatrixElement::k_float:
      case MatrixElement::k_tf32:
        return vector(builder.getFloatTy(), elements);
      case MatrixElement::k_double:
        return builder.getDoubleTy();
      default:  // bytes; of one word or of two as one, or as words
        if (instruction.kind == Kind::k_mfma) return builder.getIntNTy(8 * elements);
        return vector(builder.getInt32Ty(), elements / k_bytes_of_word);
    }
  }

  static std::string intrinsic_of(const MatrixInstruction& instruction, const MatrixProduct& product) {
    const bool is_float8 =
        instruction.element == MatrixElement::k_float8 || instruction.element == MatrixElement::k_float8_fnuz;
    if (!is_float8) return instruction.intrinsic;
    const auto format = [](const Matrix& matrix) {
      constexpr unsigned k_fraction_of_fp8 = 3;
      return float8_of(matrix.type.component)->fraction == k_fraction_of_fp8 ? "fp8" : "bf8";
    };
    return std::string(instruction.intrinsic) + format(product.a) + "." + format(product.b);
  }

  static llvm::Value* multiply_once(llvm::IRBuilder<>& builder, const MatrixInstruction& instruction,
                                    const MatrixProduct& product, const std::array<llvm::Value*, 3>& operands) {
    const auto [a, b, sum] = operands;
    const llvm::Intrinsic::ID id = llvm::Intrinsic::lookupIntrinsicID(intrinsic_of(instruction, product));
    if (instruction.kind == Kind::k_mfma) {
      llvm::Value* zero = builder.getInt32(0);
      return builder.CreateIntrinsic(id, llvm::ArrayRef<llvm::Type*>{}, {a, b, sum, zero, zero, zero});
    }
    const std::array types{sum->getType(), a->getType()};
    if (instruction.element != MatrixElement::k_int8) return builder.CreateIntrinsic(id, types, {a, b, sum});
    return builder.CreateIntrinsic(id, types,
                                   {builder.getInt1(has_sign(product.a)), a, builder.getInt1(has_sign(product.b)), b,
                                    sum, /*clamp=*/builder.getFalse()});
  }

  // LLVM 22 forgets that gfx11's WMMA is convergent: behind a condition of the work-item it would find operands that
  // only some lanes have written.
  static llvm::Value* keep_in_place(llvm::IRBuilder<>& builder, llvm::Value* sum) {
    llvm::Type* type = sum->getType();
    llvm::CallInst* kept = builder.CreateCall(
        llvm::InlineAsm::get(llvm::FunctionType::get(type, {type}, false), "", "=v,0", /*hasSideEffects=*/false),
        {sum});
    kept->addFnAttr(llvm::Attribute::Convergent);
    return kept;
  }

  std::vector<MatrixInstruction> instructions_;
  Generation generation_;
  unsigned in_a_row_, sums_;
};

}  // namespace

std::unique_ptr<Fragments> make_amd_fragments(std::vector<MatrixInstruction> instructions, const Target& target) {
  return std::make_unique<AmdFragments>(std::move(instructions), generation_of(target.arch));
}

}  // namespace clc::worker
