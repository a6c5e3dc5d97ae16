#include "worker/passes/group_strips.h"

#include <algorithm>

namespace clc::worker {
namespace {

constexpr unsigned k_strip_rows = GroupLayout::k_rows;
constexpr unsigned k_most_columns = 64;  // more of B would fill the registers
constexpr unsigned k_depth_bits = 256;

class Strips {
 public:
  Strips(Fragments& fragments, const MatrixProduct& product, const GroupStrips& strips, llvm::Instruction* at)
      : fragments_(fragments),
        whole_(product),
        part_(product),
        item_(strips.item),
        layout_(strips.layout),
        at_(at),
        builder_(at) {
    const unsigned deepest = k_depth_bits / product.a.element->getScalarSizeInBits();
    depth_ = std::min(std::max(k_strip_rows, deepest), product.a.type.columns);
    columns_ = std::min(k_most_columns, product.c.type.columns);
    const auto shape = [](Matrix& matrix, unsigned rows, unsigned columns) {
      matrix.type.rows = rows;
      matrix.type.columns = columns;
      matrix.type.is_of_group = false;
    };
    shape(part_.a, k_strip_rows, depth_);
    shape(part_.b, depth_, columns_);
    shape(part_.c, k_strip_rows, columns_);
    a_ = allocate(part_.a);
    b_ = allocate(part_.b);
    for (unsigned rows = 0; rows < product.c.type.rows; rows += rows_of_all()) sums_.push_back(allocate(part_.c));
  }

  // The columns from `column` on.
  void multiply(const GroupTile& a, const GroupTile& b, unsigned column, std::vector<llvm::Value*>& sums) {
    for (unsigned strip = 0; strip < sums_.size(); ++strip) write(strip, column, sums);
    llvm::Value* first = builder_.CreateMul(builder_.CreateUDiv(item_.number, builder_.getInt32(layout_.items())),
                                            builder_.getInt32(k_strip_rows));
    for (unsigned k = 0; k < whole_.a.type.columns; k += depth_) {
      load(b, part_.b, b_, builder_.getInt32(k), builder_.getInt32(column));
      for (unsigned strip = 0; strip < sums_.size(); ++strip) {
        llvm::Value* rows = builder_.getInt32(strip * rows_of_all());
        load(a, part_.a, a_, builder_.CreateAdd(first, rows), builder_.getInt32(k));
        fragments_.multiply(part_, {a_, b_, sums_[strip]}, sums_[strip], at_);
        builder_.SetInsertPoint(at_);
      }
    }
    for (unsigned strip = 0; strip < sums_.size(); ++strip) read(strip, column, sums);
  }

  unsigned columns() const { return columns_; }

 private:
  llvm::Value* allocate(const Matrix& matrix) {
    auto* slot = builder_.CreateAlloca(fragments_.storage(matrix));
    slot->moveBefore(at_->getFunction()->getEntryBlock().begin());
    return slot;
  }

  void load(const GroupTile& tile, const Matrix& matrix, llvm::Value* slot, llvm::Value* row, llvm::Value* column) {
    const auto address = [&](llvm::IRBuilder<>& builder, llvm::Value* i, llvm::Value* j) {
      return tile.address(builder, builder.CreateAdd(row, i), builder.CreateAdd(column, j));
    };
    llvm::Value* line = builder_.getInt64(tile.line_bytes() / tile.element_bytes());
    fragments_.load(matrix, slot, {tile.base(), line, tile.lies_in_columns(), address, /*has_pieces=*/true}, at_);
    builder_.SetInsertPoint(at_);
  }

  // Rows of a strip of each sub-group.
  unsigned rows_of_all() const { return k_strip_rows * item_.items / layout_.items(); }

  unsigned atoms() const { return columns_ / layout_.columns(); }
  unsigned held() const { return layout_.sums() * atoms(); }
  unsigned in_strip(unsigned i) const { return layout_.in_sub_group(i / layout_.sums(), i % layout_.sums(), atoms()); }
  unsigned in_group(unsigned strip, unsigned column, unsigned i) const {
    return (strip * whole_.c.type.columns + column) / layout_.columns() * layout_.sums() + i;
  }

  void write(unsigned strip, unsigned column, const std::vector<llvm::Value*>& sums) {
    llvm::Value* all = llvm::PoisonValue::get(fragments_.storage(part_.c));
    for (unsigned i = 0; i < held(); ++i)
      all = builder_.CreateInsertElement(all, sums[in_group(strip, column, i)], in_strip(i));
    builder_.CreateStore(all, sums_[strip]);
  }

  void read(unsigned strip, unsigned column, std::vector<llvm::Value*>& sums) {
    llvm::Value* all = builder_.CreateLoad(fragments_.storage(part_.c), sums_[strip]);
    for (unsigned i = 0; i < held(); ++i)
      sums[in_group(strip, column, i)] = builder_.CreateExtractElement(all, in_strip(i));
  }

  Fragments& fragments_;
  const MatrixProduct& whole_;
  MatrixProduct part_;
  const GroupItem& item_;
  const GroupLayout& layout_;
  llvm::Instruction* at_;
  llvm::IRBuilder<> builder_;
  unsigned depth_ = 0;
  unsigned columns_ = 0;
  llvm::Value* a_ = nullptr;
  llvm::Value* b_ = nullptr;
  std::vector<llvm::Value*> sums_;
};

}  // namespace

std::vector<llvm::Value*> multiply_by_sub_groups(Fragments& fragments, const MatrixProduct& product, const GroupTile& a,
                                                 const GroupTile& b, const GroupStrips& strips,
                                                 const std::vector<llvm::Value*>& sums, llvm::Instruction* at) {
  Strips all(fragments, product, strips, at);
  std::vector<llvm::Value*> results = sums;
  for (unsigned column = 0; column < product.c.type.columns; column += all.columns())
    all.multiply(a, b, column, results);
  return results;
}

}  // namespace clc::worker
