// Cooperative matrices in the form that AMD's MFMA takes (gfx908 to gfx950, waves of 64). Atoms of A are 16 rows, of
// which four work-items hold a few elements each, and those of B are the transpose; of an atom of 16 by 16 sums each
// work-item holds four in a column.
#include <algorithm>
#include <array>
#include <string_view>

#include <llvm/IR/IntrinsicsAMDGPU.h>

#include "worker/passes/lane_fragments.h"

namespace clc::worker {
namespace {

struct AmdUnit {
  std::string_view chips;  // separated by blanks
  Element element;
  Element sum;
  unsigned elements;  // of A that a work-item holds
  const char* intrinsic;

  bool is_of(std::string_view chip) const { return chips.find(chip) != std::string_view::npos; }
};

constexpr std::array k_amd_units{
#define AMD_MATRIX_UNIT(CHIPS, ELEMENT, SUM, ELEMENTS, INTRINSIC) \
  AmdUnit{CHIPS, Element::k_##ELEMENT, Element::k_##SUM, ELEMENTS, INTRINSIC},
#include "worker/ir/matrix_products.def"
};

class AmdFragments final : public LaneFragments {
 public:
  explicit AmdFragments(std::string chip)
      : LaneFragments({.edge = 16, .wide = 1, .deep = 16, .sums = k_sums}), chip_(std::move(chip)) {}

 private:
  static constexpr unsigned k_sums = 4;

  const AmdUnit* unit_of(Element element) const {
    const auto* found = std::ranges::find_if(
        k_amd_units, [&](const AmdUnit& unit) { return unit.is_of(chip_) && unit.element == element; });
    return found == k_amd_units.end() ? nullptr : found;
  }

  // Products of tf32 are those of float here.
  static Element multiplied(const Matrix& matrix) {
    const Element element = product_element(matrix);
    return element == Element::k_tf32 ? Element::k_float : element;
  }

  unsigned packed(const Matrix& matrix) const override {
    const AmdUnit* unit = unit_of(multiplied(matrix));
    return unit == nullptr ? 1 : unit->elements;
  }

  std::pair<Line, Line> sum_at(const Matrix& matrix, unsigned i) const override {
    const Line row = matrix.element->isDoubleTy() ? Line{16, 4, 1, 4 * i} : Line{16, 4, k_sums, i};
    return {row, {1, 16, 1, 0}};
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

  llvm::Value* multiply_by_unit(llvm::IRBuilder<>& builder, const MatrixParts& parts) const override {
    const MatrixProduct& product = parts.product;
    const AmdUnit* unit = unit_of(multiplied(product.a));
    if (unit == nullptr) return nullptr;
    const auto is_unsigned = [](const Matrix& matrix) { return matrix.type.component != Component::k_signed; };
    if (unit->element == Element::k_int8 && (is_unsigned(product.a) || is_unsigned(product.b))) return nullptr;
    llvm::Value* sums = product.saturates ? llvm::Constant::getNullValue(parts.c->getType()) : parts.c;
    const bool is_half = product.c.element->isHalfTy();
    const auto* vector = llvm::cast<llvm::FixedVectorType>(sums->getType());
    if (is_half) sums = builder.CreateFPExt(sums, vector->getWithNewType(builder.getFloatTy()));
    for (unsigned row = 0; row < rows_of(product.c); ++row) {
      for (unsigned column = 0; column < columns_of(product.c); ++column)
        sums = multiply_atoms(builder, parts, *unit, {row, column}, sums);
    }
    if (is_half) return builder.CreateFPTrunc(sums, parts.c->getType());
    return product.saturates ? saturated(builder, parts, sums) : sums;
  }

  // An atom of sums.
  llvm::Value* multiply_atoms(llvm::IRBuilder<>& builder, const MatrixParts& parts, const AmdUnit& unit,
                              const std::array<unsigned, 2>& at, llvm::Value* sums) const {
    const MatrixProduct& product = parts.product;
    const auto [row, column] = at;
    const llvm::Intrinsic::ID id = llvm::Intrinsic::lookupIntrinsicID(unit.intrinsic);
    llvm::Function* function = llvm::Intrinsic::getOrInsertDeclaration(builder.GetInsertBlock()->getModule(), id);
    const unsigned first = k_sums * (row * columns_of(product.c) + column);
    llvm::Value* sum = piece(builder, sums, first, k_sums, function->getReturnType());
    const unsigned depth = depth_of(product.a);
    for (unsigned k = 0; k < depth; ++k) {
      llvm::Type* type = function->getFunctionType()->getParamType(0);
      llvm::Value* a = piece(builder, parts.a, (row * depth + k) * unit.elements, unit.elements, type);
      llvm::Value* b = piece(builder, parts.b, (column * depth + k) * unit.elements, unit.elements, type);
      llvm::Value* zero = builder.getInt32(0);
      sum = builder.CreateCall(function, {a, b, sum, zero, zero, zero});
    }
    for (unsigned i = 0; i < k_sums; ++i)
      sums = builder.CreateInsertElement(sums, builder.CreateExtractElement(sum, i), first + i);
    return sums;
  }

  std::string chip_;
};

}  // namespace

std::unique_ptr<Fragments> make_amd_fragments(const std::string& chip) {
  const bool has_units = std::ranges::any_of(k_amd_units, [&](const AmdUnit& unit) { return unit.is_of(chip); });
  return has_units ? std::make_unique<AmdFragments>(chip) : nullptr;
}

}  // namespace clc::worker
