// Matrices A and B whose scope is the work-group: tiles in local memory, of which no program knows how elements lie.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "worker/passes/cooperative_fragments.h"

namespace clc::worker {

// Bytes that are copied and stored at once.
inline constexpr unsigned k_piece_bytes = 16;

// Code for memory whose lines all begin at pieces, which most do, and for other memory.
struct ByAlignment {
  llvm::Instruction* pieces = nullptr;
  llvm::Instruction* elements = nullptr;
};
ByAlignment split_by_alignment(const MatrixMemory& memory, llvm::Type* element, llvm::Instruction* at);

// Lines of a tile are its rows, or its columns. Where a chip's units want it, they are cut into panels of 128 bytes or
// less, each panel lies behind the one before, and pieces of 16 bytes change places by the bits of the line's number.
class GroupTile {
 public:
  // `is_swizzled`: for wgmma and ldmatrix.
  GroupTile(const Matrix& matrix, llvm::Value* base, bool lies_in_columns, bool is_swizzled);

  const Matrix& matrix() const { return matrix_; }
  llvm::Value* base() const { return base_; }
  bool lies_in_columns() const { return lies_in_columns_; }
  // True where the elements that products add up lie beside each other.
  bool lies_along() const { return lies_in_columns_ == (matrix_.type.use == MatrixUse::k_b); }
  bool is_swizzled() const { return is_swizzled_; }
  unsigned lines() const { return lies_in_columns_ ? matrix_.type.columns : matrix_.type.rows; }
  unsigned element_bytes() const { return matrix_.element->getScalarSizeInBits() / 8; }
  unsigned line_bytes() const { return line_bytes_; }
  unsigned panel_bytes() const { return panel_bytes_; }

  // Where an element lies.
  llvm::Value* address(llvm::IRBuilder<>& builder, llvm::Value* row, llvm::Value* column) const;
  // Where byte `at` of a line lies, from the base on.
  llvm::Value* offset(llvm::IRBuilder<>& builder, llvm::Value* line, llvm::Value* at) const;

 private:
  Matrix matrix_;
  llvm::Value* base_;
  bool lies_in_columns_;
  unsigned line_bytes_;
  bool is_swizzled_;
  unsigned panel_bytes_;
};

// A work-item's number in the work-group, and how many there are.
struct GroupItem {
  llvm::Value* number;
  unsigned items;
};

// Tiles are copied element by element, or by pieces of 16 bytes where all lines begin at multiples of 16 bytes.
enum class CopyUnit : std::uint8_t { k_element, k_piece, k_async_piece /* cp.async */ };

void fetch_tile(const GroupTile& tile, const MatrixMemory& memory, const GroupItem& item, CopyUnit unit,
                llvm::Instruction* at);

}  // namespace clc::worker
