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

unsigned LaneFragments::holders_of(const Matrix& a) const {
  return std::clamp(a.type.columns / packed(a), 1U, geometry_.in_a_row);
}

unsigned LaneFragments::steps_of(const Matrix& a) const {
  return depth_of(a) * std::min(packed(a), a.type.columns);
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

// The elements of A or B that a load of memory takes at once.
unsigned LaneFragments::loaded_at_once(const Matrix& matrix, const MatrixMemory& memory) const {
  constexpr unsigned k_piece_bits = 128;
  const bool lies_along = memory.is_column_major == (matrix.type.use == MatrixUse::k_b);
  if (!memory.has_pieces || !lies_along || matrix.type.use == MatrixUse::k_accumulator) return 1;
  const bool is_a = matrix.type.use == MatrixUse::k_a;
  const unsigned depth = is_a ? matrix.type.columns : matrix.type.rows;
  if (depth < geometry_.in_a_row * packed(matrix)) return 1;
  return std::min(packed(matrix), k_piece_bits / matrix.element->getScalarSizeInBits());
}

void LaneFragments::load(const Matrix& matrix, llvm::Value* slot, const MatrixMemory& memory, llvm::Instruction* at) {
  llvm::IRBuilder<> builder(at);
  llvm::Value* item = lane(builder);
  llvm::Value* all = llvm::PoisonValue::get(storage(matrix));
  const unsigned at_once = loaded_at_once(matrix, memory);
  for (unsigned i = 0; i < count(matrix); i += at_once) {
    const Place where = place(matrix, i);
    llvm::Value* row = value_of(builder, where.row, item, where.first_row);
    llvm::Value* column = value_of(builder, where.column, item, where.first_column);
    llvm::Value* is_inside = inside(builder, matrix, row, column);
    if (is_inside != nullptr) {
      row = builder.CreateSelect(is_inside, row, builder.getInt32(0));
      column = builder.CreateSelect(is_inside, column, builder.getInt32(0));
    }
    llvm::Value* from = address_of(builder, memory, matrix.element, row, column);
    if (at_once > 1) {
      llvm::Type* type = llvm::FixedVectorType::get(matrix.element, at_once);
      const llvm::Align align(at_once * matrix.element->getScalarSizeInBits() / 8);
      llvm::Value* some = builder.CreateAlignedLoad(type, from, align);
      for (unsigned j = 0; j < at_once; ++j)
        all = builder.CreateInsertElement(all, builder.CreateExtractElement(some, j), i + j);
      continue;
    }
    llvm::Value* element = builder.CreateLoad(matrix.element, from);
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

MatrixParts LaneFragments::as_unit_elements(llvm::IRBuilder<>& builder, const MatrixParts& parts, MatrixElement unit) {
  const MatrixProduct& product = parts.product;
  return {.product = product,
          .a = unit_elements(builder, product.a, parts.a, unit),
          .b = unit_elements(builder, product.b, parts.b, unit),
          .c = parts.c};
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

// Which work-items hold the factors of each sum: of a row of A, or of a column of B, by the work-item in that row.
LaneFragments::Owners LaneFragments::owners_of(llvm::IRBuilder<>& builder, const MatrixProduct& product) const {
  llvm::Value* item = lane(builder);
  Owners owners;
  for (unsigned i = 0; i < count(product.c); ++i) {
    const Place where = place(product.c, i);
    for (const Line& line : {where.row, where.column}) {
      std::vector<llvm::Value*>& known = owners[line];
      if (!known.empty()) continue;
      llvm::Value* first = builder.CreateMul(value_of(builder, line, item, 0), builder.getInt32(geometry_.wide));
      for (unsigned j = 0; j < holders_of(product.a); ++j)
        known.push_back(builder.CreateAdd(first, builder.getInt32(j * geometry_.deep)));
    }
  }
  return owners;
}

// How many elements of A one word holds, of those that a work-item has in a row of A.
unsigned LaneFragments::elements_of_word(const Matrix& a) const {
  constexpr unsigned k_word_bits = 32;
  return std::min(std::max(1U, k_word_bits / a.element->getScalarSizeInBits()), steps_of(a));
}

std::vector<llvm::Value*> LaneFragments::words_of(llvm::IRBuilder<>& builder, const Matrix& matrix, llvm::Value* all,
                                                  unsigned elements) const {
  const unsigned bits = elements * matrix.element->getScalarSizeInBits();
  llvm::Type* word = elements == 1 ? matrix.element : builder.getIntNTy(bits);
  std::vector<llvm::Value*> words;
  for (unsigned i = 0; i < count(matrix); i += elements) words.push_back(piece(builder, all, i, elements, word));
  return words;
}

// The elements of a word of another work-item, as products take them.
std::vector<llvm::Value*> LaneFragments::factors_of(llvm::IRBuilder<>& builder, const Matrix& matrix, llvm::Value* word,
                                                    llvm::Value* lane, unsigned elements, llvm::Type* sum) const {
  word = other(builder, *this, word, lane);
  if (elements == 1) return {widened(builder, matrix, word, sum)};
  word = builder.CreateBitCast(word, llvm::FixedVectorType::get(matrix.element, elements));
  std::vector<llvm::Value*> factors;
  for (unsigned i = 0; i < elements; ++i)
    factors.push_back(widened(builder, matrix, builder.CreateExtractElement(word, i), sum));
  return factors;
}

// Adds the products of the first `words` of each row of A that a work-item holds.
void LaneFragments::add_products(llvm::IRBuilder<>& builder, const MatrixProduct& product, const Owners& owners,
                                 unsigned words, Held& held) const {
  const unsigned elements = elements_of_word(product.a);
  const unsigned in_line = depth_of(product.a) * packed(product.a) / elements;
  for (unsigned word = 0; word < words; ++word) {
    for (unsigned j = 0; j < holders_of(product.a); ++j) {
      std::map<std::tuple<bool, Line, unsigned>, std::vector<llvm::Value*>> known;
      const auto ask = [&](bool is_a, const Line& line, unsigned first) -> const std::vector<llvm::Value*>& {
        std::vector<llvm::Value*>& found = known[{is_a, line, first}];
        if (!found.empty()) return found;
        llvm::Value* own = (is_a ? held.a : held.b)[first / geometry_.edge * in_line + word];
        return found = factors_of(builder, is_a ? product.a : product.b, own, owners.at(line)[j], elements,
                                  sum_type(product));
      };
      for (unsigned i = 0; i < held.sums.size(); ++i) {
        const Place where = place(product.c, i);
        const std::vector<llvm::Value*>& row = ask(true, where.row, where.first_row);
        const std::vector<llvm::Value*>& column = ask(false, where.column, where.first_column);
        for (unsigned k = 0; k < elements; ++k) held.sums[i] = multiply_add(builder, row[k], column[k], held.sums[i]);
      }
    }
  }
}

// The same for `iterations` times as many words. Registers have no numbers that a loop could count up, so the words
// move on by `words` instead.
void LaneFragments::add_in_loop(llvm::IRBuilder<>& builder, const MatrixProduct& product, const Owners& owners,
                                unsigned words, unsigned iterations, Held& held) const {
  const auto [body, counter] =
      llvm::SplitBlockAndInsertSimpleForLoop(builder.getInt32(iterations), builder.GetInsertPoint());
  llvm::BasicBlock* before = llvm::cast<llvm::PHINode>(counter)->getIncomingBlock(0);
  llvm::IRBuilder<> phis(body->getParent(), body->getParent()->begin());
  std::vector<llvm::PHINode*> carried;
  for (std::vector<llvm::Value*>* values : {&held.a, &held.b, &held.sums}) {
    for (llvm::Value*& value : *values) {
      carried.push_back(phis.CreatePHI(value->getType(), 2));
      carried.back()->addIncoming(value, before);
      value = carried.back();
    }
  }
  llvm::IRBuilder<> inside(body);
  add_products(inside, product, owners, words, held);
  const unsigned in_line = depth_of(product.a) * packed(product.a) / elements_of_word(product.a);
  for (std::vector<llvm::Value*>* values : {&held.a, &held.b}) {
    for (auto line = values->begin(); line != values->end(); line += in_line)
      std::rotate(line, line + words, line + in_line);
  }
  auto phi = carried.begin();
  for (const std::vector<llvm::Value*>* values : {&held.a, &held.b, &held.sums}) {
    for (llvm::Value* value : *values) (*phi++)->addIncoming(value, body->getParent());
  }
  builder.SetInsertPoint(&*builder.GetInsertPoint());  // in a block of its own now
}

// Without an instruction: each work-item asks the others for the factors of its sums.
llvm::Value* LaneFragments::multiply_by_shuffles(llvm::IRBuilder<>& builder, const MatrixParts& parts) const {
  constexpr unsigned k_products_of_body = 256;  // more are a loop, as compilers take minutes for some thousands
  const MatrixProduct& product = parts.product;
  llvm::Type* type = sum_type(product);
  const unsigned elements = elements_of_word(product.a);
  Held held{.a = words_of(builder, product.a, parts.a, elements),
            .b = words_of(builder, product.b, parts.b, elements),
            .sums = {}};
  std::vector<llvm::Value*> before;
  for (unsigned i = 0; i < count(product.c); ++i)
    before.push_back(widened(builder, product.c, builder.CreateExtractElement(parts.c, i), type));
  held.sums = product.saturates
                  ? std::vector(before.size(), static_cast<llvm::Value*>(llvm::Constant::getNullValue(type)))
                  : before;
  const unsigned all = steps_of(product.a) / elements;
  unsigned words = all;
  while (words > 1 && words * elements * holders_of(product.a) * count(product.c) > k_products_of_body) words /= 2;
  const Owners owners = owners_of(builder, product);
  if (words < all) {
    add_in_loop(builder, product, owners, words, all / words, held);
  } else {
    add_products(builder, product, owners, words, held);
  }
  llvm::Value* result = llvm::PoisonValue::get(parts.c->getType());
  for (unsigned i = 0; i < before.size(); ++i) {
    llvm::Value* whole = product.saturates ? builder.CreateAdd(held.sums[i], before[i]) : held.sums[i];
    result = builder.CreateInsertElement(result, narrowed(builder, product, whole), i);
  }
  return result;
}

}  // namespace clc::worker
