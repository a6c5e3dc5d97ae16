// Cooperative matrices in the form that NVIDIA's mma.sync takes. Atoms of A are 8 rows by 4 words, which 32 work-items
// hold, 4 in a row, and those of B are the transpose; of an atom of 8 by 8 sums each holds two in a row. An instruction
// takes one atom of A or two below one another, and one or two in a row; zeros fill what a matrix lacks.
#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include <llvm/IR/IntrinsicsNVPTX.h>

#include "worker/passes/lane_fragments.h"

namespace clc::worker {
namespace {

struct NvidiaUnit {
  unsigned chip;
  Element element;
  Element sum;
  unsigned rows;   // atoms of A below one another
  unsigned depth;  // and in a row
  const char* intrinsic;
};

constexpr std::array k_nvidia_units{
#define NVIDIA_MATRIX_UNIT(CHIP, ELEMENT, SUM, ROWS, DEPTH, INTRINSIC) \
  NvidiaUnit{CHIP, Element::k_##ELEMENT, Element::k_##SUM, ROWS, DEPTH, INTRINSIC},
#include "worker/ir/matrix_products.def"
};

class NvidiaFragments final : public LaneFragments {
 public:
  explicit NvidiaFragments(unsigned chip)
      : LaneFragments({.edge = 8, .wide = 4, .deep = 1, .sums = k_sums}), chip_(chip) {}

 private:
  static constexpr unsigned k_sums = 2;
  static constexpr unsigned k_all = 0xffffffff;

  unsigned packed(const Matrix& matrix) const override {
    constexpr unsigned k_word_bits = 32;
    return std::max(1U, k_word_bits / matrix.element->getScalarSizeInBits());
  }

  std::pair<Line, Line> sum_at(const Matrix& /*matrix*/, unsigned i) const override {
    return {{4, 8, 1, 0}, {1, 4, k_sums, i}};
  }

  llvm::Value* lane(llvm::IRBuilder<>& builder) const override {
    return builder.CreateIntrinsic(builder.getInt32Ty(), llvm::Intrinsic::nvvm_read_ptx_sreg_laneid, {});
  }

  void wait(llvm::IRBuilder<>& builder) const override {
    builder.CreateIntrinsic(llvm::Intrinsic::nvvm_bar_warp_sync, {builder.getInt32(k_all)});
  }

  llvm::Value* word_of(llvm::IRBuilder<>& builder, llvm::Value* word, llvm::Value* lane) const override {
    constexpr unsigned k_last_lane = 31;
    return builder.CreateIntrinsic(llvm::Intrinsic::nvvm_shfl_sync_idx_i32,
                                   {builder.getInt32(k_all), word, lane, builder.getInt32(k_last_lane)});
  }

  std::optional<NvidiaUnit> find_unit(const MatrixProduct& product) const {
    std::optional<NvidiaUnit> found;
    for (const NvidiaUnit& unit : k_nvidia_units) {
      if (unit.chip <= chip_ && unit.element == product_element(product.a) && unit.sum == product_element(product.c))
        found = unit;
    }
    return found;
  }

  static std::string intrinsic_of(const NvidiaUnit& unit, const MatrixProduct& product) {
    std::string name = unit.intrinsic;
    if (unit.element != Element::k_int8) return name;
    const auto sign = [](const Matrix& matrix) { return matrix.type.component == Component::k_signed ? "s8" : "u8"; };
    name += sign(product.a);
    if (product.a.type.component != product.b.type.component) name += std::string(".") + sign(product.b);
    return name;
  }

  llvm::Value* multiply_by_unit(llvm::IRBuilder<>& builder, const MatrixParts& parts) const override {
    const MatrixProduct& product = parts.product;
    const std::optional<NvidiaUnit> unit = find_unit(product);
    if (!unit) return nullptr;
    llvm::Value* sums = product.saturates ? llvm::Constant::getNullValue(parts.c->getType()) : parts.c;
    for (unsigned row = 0; row < rows_of(product.c); row += unit->rows) {
      for (unsigned column = 0; column < columns_of(product.c); ++column) {
        for (unsigned k = 0; k < depth_of(product.a); k += unit->depth)
          sums = multiply_atoms(builder, parts, *unit, {row, column, k}, sums);
      }
    }
    return product.saturates ? saturated(builder, parts, sums) : sums;
  }

  // One instruction, at these atoms: row, column, and along the dimension that is added up.
  llvm::Value* multiply_atoms(llvm::IRBuilder<>& builder, const MatrixParts& parts, const NvidiaUnit& unit,
                              const std::array<unsigned, 3>& at, llvm::Value* sums) const {
    const MatrixProduct& product = parts.product;
    const auto [row, column, k] = at;
    const unsigned rows = rows_of(product.c);
    const unsigned depth = depth_of(product.a);
    const unsigned elements = packed(product.a);
    const auto sum_index = [&](unsigned j) { return k_sums * ((row + j) * columns_of(product.c) + column); };
    const llvm::Intrinsic::ID id = llvm::Intrinsic::lookupIntrinsicID(intrinsic_of(unit, product));
    llvm::Function* function = llvm::Intrinsic::getOrInsertDeclaration(builder.GetInsertBlock()->getModule(), id);
    std::vector<llvm::Value*> arguments;
    const auto push = [&](llvm::Value* all, bool is_there, unsigned begin, unsigned count) {
      llvm::Type* type = function->getFunctionType()->getParamType(static_cast<unsigned>(arguments.size()));
      arguments.push_back(is_there ? piece(builder, all, begin, count, type) : llvm::Constant::getNullValue(type));
    };
    for (unsigned i = 0; i < unit.depth; ++i) {
      for (unsigned j = 0; j < unit.rows; ++j)
        push(parts.a, k + i < depth && row + j < rows, ((row + j) * depth + k + i) * elements, elements);
    }
    for (unsigned i = 0; i < unit.depth; ++i)
      push(parts.b, k + i < depth, (column * depth + k + i) * elements, elements);
    const unsigned size = product.c.element->isHalfTy() ? k_sums : 1;  // of what one argument holds
    for (unsigned j = 0; j < unit.rows; ++j) {
      for (unsigned i = 0; i < k_sums; i += size) push(sums, row + j < rows, sum_index(j) + i, size);
    }
    llvm::Value* result = builder.CreateCall(function, arguments);
    for (unsigned i = 0; i < k_sums * std::min(unit.rows, rows - row); ++i) {
      llvm::Value* part = builder.CreateExtractValue(result, i / size);
      if (size > 1) part = builder.CreateExtractElement(part, i % size);
      sums = builder.CreateInsertElement(sums, part, sum_index(i / k_sums) + i % k_sums);
    }
    return sums;
  }

  unsigned chip_;
};

}  // namespace

std::unique_ptr<Fragments> make_nvidia_fragments(unsigned chip) {
  return std::make_unique<NvidiaFragments>(chip);
}

}  // namespace clc::worker
