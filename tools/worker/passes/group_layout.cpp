#include "worker/passes/group_layout.h"

#include <vector>

#include "clc/package/matrix_products.h"

namespace clc::worker {
namespace {

constexpr unsigned k_edge = 16;      // of AMD's atoms
constexpr unsigned k_sharers = 4;    // work-items that hold a row of NVIDIA's atoms
constexpr unsigned k_half_rows = 8;  // of NVIDIA's atoms, whose upper and lower rows a work-item has two elements of
constexpr unsigned k_side_by_side = 2;

}  // namespace

GroupLayout::GroupLayout(const Target& target, unsigned items) {
  const std::vector<MatrixInstruction> instructions = matrix_instructions(target);
  if (instructions.empty()) return;
  const MatrixInstruction::Kind kind = instructions.front().kind;
  const bool has_waves_of_64 = kind == MatrixInstruction::Kind::k_mfma;
  is_of_units_ = items % (has_waves_of_64 ? 64 : 32) == 0;
  is_of_amd_ = is_of_units_ && kind != MatrixInstruction::Kind::k_mma;
  if (!is_of_amd_) return;
  items_ = has_waves_of_64 ? 64 : 32;
  columns_ = k_edge;
  sums_ = GroupLayout::k_rows * k_edge / items_;
  const bool alternates = !has_waves_of_64 && !target.arch.starts_with("gfx12");  // rows of RDNA 3
  item_rows_ = alternates ? 1 : sums_;
  sum_rows_ = alternates ? 2 : 1;
}

llvm::Value* GroupLayout::row(llvm::IRBuilder<>& builder, llvm::Value* item, unsigned i) const {
  if (is_of_amd_) {
    llvm::Value* part =
        builder.CreateURem(builder.CreateUDiv(item, builder.getInt32(k_edge)), builder.getInt32(items_ / k_edge));
    return builder.CreateAdd(builder.CreateMul(part, builder.getInt32(item_rows_)), builder.getInt32(i * sum_rows_));
  }
  llvm::Value* upper =
      builder.CreateURem(builder.CreateUDiv(item, builder.getInt32(k_sharers)), builder.getInt32(k_half_rows));
  return builder.CreateAdd(upper, builder.getInt32(row_number(i) * k_half_rows));
}

llvm::Value* GroupLayout::column(llvm::IRBuilder<>& builder, llvm::Value* item, unsigned i) const {
  if (is_of_amd_) return builder.CreateURem(item, builder.getInt32(k_edge));
  llvm::Value* first =
      builder.CreateMul(builder.CreateURem(item, builder.getInt32(k_sharers)), builder.getInt32(k_side_by_side));
  return builder.CreateAdd(first, builder.getInt32(column_number(i)));
}

unsigned GroupLayout::in_sub_group(unsigned atom, unsigned i, unsigned atoms) const {
  if (is_of_amd_) return atom * sums_ + i;
  return (row_number(i) * atoms + atom) * k_side_by_side + column_number(i);
}

}  // namespace clc::worker
