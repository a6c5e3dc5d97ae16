#include "worker/passes/lane_fragments.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace clc::worker {

llvm::Type* LaneFragments::storage(const Matrix& matrix) const {
  return llvm::FixedVectorType::get(matrix.element, count(matrix));
}

llvm::Value* LaneFragments::length(const Matrix& matrix, llvm::Instruction* at) {
  return llvm::IRBuilder<>(at).getInt32(count(matrix));
}

unsigned LaneFragments::depth_of(const Matrix& matrix) const {
  const unsigned size = matrix.type.use == MatrixUse::k_a ? matrix.type.columns : matrix.type.rows;
  return atoms(size, geometry_.in_a_row * packed(matrix));
}

unsigned LaneFragments::width_of(const Matrix& matrix) const {
  return matrix.type.use == MatrixUse::k_a ? rows_of(matrix) : columns_of(matrix);
}

unsigned LaneFragments::count(const Matrix& matrix) const {
  if (matrix.type.use == MatrixUse::k_accumulator) return geometry_.sums * rows_of(matrix) * columns_of(matrix);
  return width_of(matrix) * depth_of(matrix) * packed(matrix);
}

LaneFragments::Place LaneFragments::place(const Matrix& matrix, unsigned i) const {
  if (matrix.type.use == MatrixUse::k_accumulator) {
    const unsigned atom = i / geometry_.sums;
    const auto [row, column] = sum_at(matrix, i % geometry_.sums);
    return {row, column, geometry_.edge * (atom / columns_of(matrix)), geometry_.edge * (atom % columns_of(matrix))};
  }
  const unsigned elements = packed(matrix);
  const unsigned atom = i / elements;
  const Line wide{geometry_.wide, geometry_.edge, 1, 0};
  const Line deep{geometry_.deep, geometry_.in_a_row, elements, i % elements};
  const unsigned across = geometry_.edge * (atom / depth_of(matrix));
  const unsigned along = geometry_.in_a_row * elements * (atom % depth_of(matrix));
  if (matrix.type.use == MatrixUse::k_a) return {wide, deep, across, along};
  return {deep, wide, along, across};
}

llvm::Value* LaneFragments::value_of(llvm::IRBuilder<>& builder, const Line& line, llvm::Value* lane, unsigned first) {
  llvm::Value* part =
      builder.CreateURem(builder.CreateUDiv(lane, builder.getInt32(line.divisor)), builder.getInt32(line.count));
  return builder.CreateAdd(builder.CreateMul(part, builder.getInt32(line.factor)),
                           builder.getInt32(line.offset + first));
}

// True where an element of an atom is one of the matrix; null where all are.
llvm::Value* LaneFragments::inside(llvm::IRBuilder<>& builder, const Matrix& matrix, llvm::Value* row,
                                   llvm::Value* column) const {
  const unsigned deep = geometry_.in_a_row * packed(matrix);
  llvm::Value* result = nullptr;
  if (matrix.type.rows < (matrix.type.use == MatrixUse::k_b ? deep : geometry_.edge))
    result = builder.CreateICmpULT(row, builder.getInt32(matrix.type.rows));
  if (matrix.type.columns < (matrix.type.use == MatrixUse::k_a ? deep : geometry_.edge)) {
    llvm::Value* is_less = builder.CreateICmpULT(column, builder.getInt32(matrix.type.columns));
    result = result == nullptr ? is_less : builder.CreateAnd(result, is_less);
  }
  return result;
}

void LaneFragments::load(const Matrix& matrix, llvm::Value* slot, const MatrixMemory& memory, llvm::Instruction* at) {
  llvm::IRBuilder<> builder(at);
  llvm::Value* item = lane(builder);
  llvm::Value* all = llvm::PoisonValue::get(storage(matrix));
  for (unsigned i = 0; i < count(matrix); ++i) {
    const Place where = place(matrix, i);
    llvm::Value* row = value_of(builder, where.row, item, where.first_row);
    llvm::Value* column = value_of(builder, where.column, item, where.first_column);
    llvm::Value* is_inside = inside(builder, matrix, row, column);
    if (is_inside != nullptr) {
      row = builder.CreateSelect(is_inside, row, builder.getInt32(0));
      column = builder.CreateSelect(is_inside, column, builder.getInt32(0));
    }
    llvm::Value* element = builder.CreateLoad(matrix.element, address_of(builder, memory, matrix.element, row, column));
    if (is_inside != nullptr)
      element = builder.CreateSelect(is_inside, element, llvm::Constant::getNullValue(matrix.element));
    all = builder.CreateInsertElement(all, element, i);
  }
  builder.CreateStore(all, slot);
}

void LaneFragments::store(const Matrix& matrix, llvm::Value* slot, const MatrixMemory& memory, llvm::Instruction* at) {
  llvm::IRBuilder<> builder(at);
  wait(builder);
  llvm::Value* item = lane(builder);
  llvm::Value* all = builder.CreateLoad(storage(matrix), slot);
  for (unsigned i = 0; i < count(matrix); ++i) {
    const Place where = place(matrix, i);
    llvm::Value* row = value_of(builder, where.row, item, where.first_row);
    llvm::Value* column = value_of(builder, where.column, item, where.first_column);
    llvm::Value* to = address_of(builder, memory, matrix.element, row, column);
    llvm::Value* element = builder.CreateExtractElement(all, i);
    if (llvm::Value* is_inside = inside(builder, matrix, row, column); is_inside != nullptr)
      builder.SetInsertPoint(llvm::SplitBlockAndInsertIfThen(is_inside, at->getIterator(), /*Unreachable=*/false));
    builder.CreateStore(element, to);
    builder.SetInsertPoint(at);
  }
}

void LaneFragments::multiply(const MatrixProduct& product, llvm::ArrayRef<llvm::Value*> operands, llvm::Value* result,
                             llvm::Instruction* at) {
  llvm::IRBuilder<> builder(at);
  const MatrixParts parts{.product = product,
                          .a = builder.CreateLoad(storage(product.a), operands[0]),
                          .b = builder.CreateLoad(storage(product.b), operands[1]),
                          .c = builder.CreateLoad(storage(product.c), operands[2])};
  llvm::Value* sums = multiply_by_unit(builder, parts);
  builder.CreateStore(sums != nullptr ? sums : multiply_by_shuffles(builder, parts), result);
}

llvm::Value* LaneFragments::piece(llvm::IRBuilder<>& builder, llvm::Value* all, unsigned begin, unsigned count,
                                  llvm::Type* type) {
  std::vector<int> mask;
  for (unsigned i = 0; i < count; ++i) mask.push_back(static_cast<int>(begin + i));
  llvm::Value* some = count == 1 ? builder.CreateExtractElement(all, begin) : builder.CreateShuffleVector(all, mask);
  return builder.CreateBitCast(some, type);
}

llvm::Value* LaneFragments::saturated(llvm::IRBuilder<>& builder, const MatrixParts& parts,
                                      llvm::Value* products) const {
  const MatrixProduct& product = parts.product;
  llvm::Type* wide = builder.getInt64Ty();
  llvm::Value* result = llvm::PoisonValue::get(parts.c->getType());
  for (unsigned i = 0; i < count(product.c); ++i) {
    llvm::Value* one = builder.CreateSExt(builder.CreateExtractElement(products, i), wide);
    llvm::Value* before = widened(builder, product.c, builder.CreateExtractElement(parts.c, i), wide);
    result = builder.CreateInsertElement(result, narrowed(builder, product, builder.CreateAdd(one, before)), i);
  }
  return result;
}

// A value of another work-item.
llvm::Value* LaneFragments::other(llvm::IRBuilder<>& builder, const LaneFragments& fragments, llvm::Value* value,
                                  llvm::Value* lane) {
  constexpr unsigned k_word_bits = 32;
  llvm::Type* type = value->getType();
  const unsigned bits = type->getScalarSizeInBits();
  llvm::Type* integer = builder.getIntNTy(bits);
  value = builder.CreateBitCast(value, integer);
  if (bits <= k_word_bits) {
    llvm::Value* word = fragments.word_of(builder, builder.CreateZExt(value, builder.getInt32Ty()), lane);
    return builder.CreateBitCast(builder.CreateTrunc(word, integer), type);
  }
  llvm::Value* low = fragments.word_of(builder, builder.CreateTrunc(value, builder.getInt32Ty()), lane);
  llvm::Value* upper = builder.CreateTrunc(builder.CreateLShr(value, k_word_bits), builder.getInt32Ty());
  upper = builder.CreateShl(builder.CreateZExt(fragments.word_of(builder, upper, lane), integer), k_word_bits);
  return builder.CreateBitCast(builder.CreateOr(upper, builder.CreateZExt(low, integer)), type);
}

// The element of A in row `line` of an atom, or of B in this column, at `k`.
llvm::Value* LaneFragments::factor(llvm::IRBuilder<>& builder, const Matrix& matrix, llvm::Value* all,
                                   llvm::Value* line, std::array<unsigned, 2> atom_and_k, llvm::Type* type) const {
  const auto [atom, k] = atom_and_k;
  const unsigned elements = packed(matrix);
  const unsigned along = k / elements % geometry_.in_a_row * geometry_.deep;
  llvm::Value* owner =
      builder.CreateAdd(builder.CreateMul(line, builder.getInt32(geometry_.wide)), builder.getInt32(along));
  const unsigned index = (atom * depth_of(matrix) + k / (elements * geometry_.in_a_row)) * elements + k % elements;
  return widened(builder, matrix, other(builder, *this, builder.CreateExtractElement(all, index), owner), type);
}

// Without an instruction: each work-item asks the others for the factors of its sums.
llvm::Value* LaneFragments::multiply_by_shuffles(llvm::IRBuilder<>& builder, const MatrixParts& parts) const {
  const MatrixProduct& product = parts.product;
  llvm::Type* type = sum_type(product);
  llvm::Value* item = lane(builder);
  std::map<Line, llvm::Value*> lines;
  std::vector<llvm::Value*> sums;
  for (unsigned i = 0; i < count(product.c); ++i) {
    const Place where = place(product.c, i);
    for (const Line& line : {where.row, where.column}) {
      if (!lines.contains(line)) lines[line] = value_of(builder, line, item, 0);
    }
    llvm::Value* before = widened(builder, product.c, builder.CreateExtractElement(parts.c, i), type);
    sums.push_back(product.saturates ? llvm::Constant::getNullValue(type) : before);
  }
  for (unsigned k = 0; k < product.a.type.columns; ++k) {
    std::map<std::tuple<bool, Line, unsigned>, llvm::Value*> known;
    const auto ask = [&](bool is_a, const Line& line, unsigned first) {
      llvm::Value*& found = known[{is_a, line, first}];
      if (found == nullptr) {
        found = factor(builder, is_a ? product.a : product.b, is_a ? parts.a : parts.b, lines[line],
                       {first / geometry_.edge, k}, type);
      }
      return found;
    };
    for (unsigned i = 0; i < sums.size(); ++i) {
      const Place where = place(product.c, i);
      llvm::Value* row = ask(true, where.row, where.first_row);
      sums[i] = multiply_add(builder, row, ask(false, where.column, where.first_column), sums[i]);
    }
  }
  llvm::Value* result = llvm::PoisonValue::get(parts.c->getType());
  for (unsigned i = 0; i < sums.size(); ++i) {
    llvm::Value* before = widened(builder, product.c, builder.CreateExtractElement(parts.c, i), type);
    llvm::Value* whole = product.saturates ? builder.CreateAdd(sums[i], before) : sums[i];
    result = builder.CreateInsertElement(result, narrowed(builder, product, whole), i);
  }
  return result;
}

}  // namespace clc::worker
