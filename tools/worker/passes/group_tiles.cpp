#include "worker/passes/group_tiles.h"

#include <algorithm>

#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace clc::worker {
namespace {

constexpr unsigned k_widest_panel = 128;
constexpr unsigned k_narrowest_panel = 32;
constexpr unsigned k_period = 8;  // lines after which pieces change places in the same way

// Repeated in code a loop would fill the registers with addresses.
void keep_loop(llvm::Instruction& branch) {
  llvm::LLVMContext& context = branch.getContext();
  llvm::Metadata* disabled = llvm::MDNode::get(context, llvm::MDString::get(context, "llvm.loop.unroll.disable"));
  llvm::MDNode* loop = llvm::MDNode::getDistinct(context, {nullptr, disabled});
  loop->replaceOperandWith(0, loop);
  branch.setMetadata(llvm::LLVMContext::MD_loop, loop);
}

// Element by element.
void copy_elements(const GroupTile& tile, const MatrixMemory& memory, const GroupItem& item, llvm::Instruction* at) {
  const MatrixType& type = tile.matrix().type;
  const unsigned count = type.rows * type.columns;
  const unsigned length = memory.is_column_major ? type.rows : type.columns;
  llvm::IRBuilder<> before(at);
  llvm::Value* steps = before.getInt32((count + item.items - 1) / item.items);
  const auto [body, step] = llvm::SplitBlockAndInsertSimpleForLoop(steps, at->getIterator());
  keep_loop(*body->getParent()->getTerminator());
  llvm::IRBuilder<> builder(body);
  llvm::Value* index = builder.CreateAdd(builder.CreateMul(step, builder.getInt32(item.items)), item.number);
  if (count < item.items) {
    llvm::Value* is_one = builder.CreateICmpULT(index, builder.getInt32(count));
    builder.SetInsertPoint(llvm::SplitBlockAndInsertIfThen(is_one, body->getIterator(), /*Unreachable=*/false));
  }
  llvm::Value* row = builder.CreateUDiv(index, builder.getInt32(length));
  llvm::Value* column = builder.CreateURem(index, builder.getInt32(length));
  if (memory.is_column_major) std::swap(row, column);
  llvm::Type* element = tile.matrix().element;
  llvm::Value* value = builder.CreateLoad(element, address_of(builder, memory, element, row, column));
  builder.CreateStore(value, tile.address(builder, row, column));
}

void copy_piece(llvm::IRBuilder<>& builder, llvm::Value* to, llvm::Value* from, CopyUnit unit) {
  if (unit == CopyUnit::k_async_piece) {
    builder.CreateIntrinsic(builder.getVoidTy(), llvm::Intrinsic::nvvm_cp_async_cg_shared_global_16, {to, from});
    return;
  }
  constexpr unsigned k_words = k_piece_bytes / 4;
  const llvm::Align align(k_piece_bytes);
  llvm::Type* type = llvm::FixedVectorType::get(builder.getInt32Ty(), k_words);
  builder.CreateAlignedStore(builder.CreateAlignedLoad(type, from, align), to, align);
}

// Copies lines by pieces. From piece to piece of a work-item there are as many lines, so that only the first address
// has to be computed: each other one is a sum.
void copy_pieces(const GroupTile& tile, const MatrixMemory& memory, const GroupItem& item, CopyUnit unit,
                 llvm::Instruction* at) {
  const unsigned in_line = tile.line_bytes() / k_piece_bytes;
  const unsigned count = tile.lines() * in_line;
  llvm::IRBuilder<> builder(at);
  if (count < item.items) {
    llvm::Value* is_one = builder.CreateICmpULT(item.number, builder.getInt32(count));
    builder.SetInsertPoint(llvm::SplitBlockAndInsertIfThen(is_one, at->getIterator(), /*Unreachable=*/false));
  }
  llvm::Type* byte = builder.getInt8Ty();
  llvm::Type* size = memory.stride->getType();
  llvm::Value* stride = builder.CreateMul(memory.stride, llvm::ConstantInt::get(size, tile.element_bytes()));
  const auto numbered = [&](unsigned first) { return builder.CreateAdd(item.number, builder.getInt32(first)); };
  const auto line_of = [&](unsigned first) { return builder.CreateUDiv(numbered(first), builder.getInt32(in_line)); };
  const auto byte_of = [&](unsigned first) {
    llvm::Value* piece = builder.CreateURem(numbered(first), builder.getInt32(in_line));
    return builder.CreateMul(piece, builder.getInt32(k_piece_bytes));
  };
  const unsigned step = item.items / in_line;
  const bool is_regular = item.items % in_line == 0 && step % k_period == 0;
  llvm::Value* first = tile.offset(builder, line_of(0), byte_of(0));
  for (unsigned begin = 0; begin < count; begin += item.items) {
    llvm::Value* line = line_of(begin);
    llvm::Value* at_byte = byte_of(begin);
    llvm::Value* to = tile.offset(builder, line, at_byte);
    if (is_regular) {
      const unsigned lines = begin / item.items * step;
      line = builder.CreateAdd(line_of(0), builder.getInt32(lines));
      at_byte = byte_of(0);
      to = builder.CreateAdd(first, builder.getInt32(lines * tile.panel_bytes()));
    }
    llvm::Value* from =
        builder.CreateAdd(builder.CreateMul(builder.CreateZExt(line, size), stride), builder.CreateZExt(at_byte, size));
    copy_piece(builder, builder.CreateGEP(byte, tile.base(), to), builder.CreateGEP(byte, memory.pointer, from), unit);
  }
}

}  // namespace

ByAlignment split_by_alignment(const MatrixMemory& memory, llvm::Type* element, llvm::Instruction* at) {
  llvm::IRBuilder<> builder(at);
  llvm::Type* type = memory.stride->getType();
  llvm::Value* bytes = llvm::ConstantInt::get(type, element->getScalarSizeInBits() / 8);
  llvm::Value* both =
      builder.CreateOr(builder.CreatePtrToInt(memory.pointer, type), builder.CreateMul(memory.stride, bytes));
  llvm::Value* are_aligned =
      builder.CreateIsNull(builder.CreateAnd(both, llvm::ConstantInt::get(type, k_piece_bytes - 1)));
  ByAlignment split;
  llvm::SplitBlockAndInsertIfThenElse(are_aligned, at->getIterator(), &split.pieces, &split.elements,
                                      llvm::MDBuilder(at->getContext()).createLikelyBranchWeights());
  return split;
}

GroupTile::GroupTile(const Matrix& matrix, llvm::Value* base, bool lies_in_columns, bool is_swizzled)
    : matrix_(matrix),
      base_(base),
      lies_in_columns_(lies_in_columns),
      line_bytes_((lies_in_columns ? matrix.type.rows : matrix.type.columns) * element_bytes()),
      is_swizzled_(is_swizzled && line_bytes_ >= k_narrowest_panel),
      panel_bytes_(is_swizzled_ ? std::min(line_bytes_, k_widest_panel) : line_bytes_) {}

llvm::Value* GroupTile::address(llvm::IRBuilder<>& builder, llvm::Value* row, llvm::Value* column) const {
  if (lies_in_columns_) std::swap(row, column);
  llvm::Value* at = builder.CreateMul(column, builder.getInt32(element_bytes()));
  return builder.CreateGEP(builder.getInt8Ty(), base_, offset(builder, row, at));
}

llvm::Value* GroupTile::offset(llvm::IRBuilder<>& builder, llvm::Value* line, llvm::Value* at) const {
  llvm::Value* width = builder.getInt32(panel_bytes_);
  llvm::Value* panel = builder.CreateMul(builder.CreateUDiv(at, width), builder.getInt32(lines() * panel_bytes_));
  llvm::Value* inside = builder.CreateAdd(builder.CreateMul(line, width), builder.CreateURem(at, width));
  if (is_swizzled_) {
    // Bits 4 to 6 change by bits 7 to 9, as many as a panel has pieces.
    llvm::Value* bits = builder.getInt32(panel_bytes_ - k_piece_bytes);
    inside = builder.CreateXor(inside, builder.CreateAnd(builder.CreateLShr(inside, 3), bits));
  }
  return builder.CreateAdd(panel, inside);
}

void fetch_tile(const GroupTile& tile, const MatrixMemory& memory, const GroupItem& item, CopyUnit unit,
                llvm::Instruction* at) {
  if (unit == CopyUnit::k_element || memory.is_column_major != tile.lies_in_columns())
    return copy_elements(tile, memory, item, at);
  const ByAlignment split = split_by_alignment(memory, tile.matrix().element, at);
  copy_pieces(tile, memory, item, unit, split.pieces);
  copy_elements(tile, memory, item, split.elements);
}

}  // namespace clc::worker
