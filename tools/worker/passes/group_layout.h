// Which elements of an accumulator of the work-group a work-item holds: those that instructions of sub-groups take, of
// strips of 16 rows, each of which a sub-group has.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "clc/package/target.h"

namespace clc::worker {

class GroupLayout {
 public:
  static constexpr unsigned k_rows = 16;

  // For groups of `items`. Targets without instructions, and groups that are no whole number of sub-groups, have the
  // layout of NVIDIA's mma.sync.
  GroupLayout(const Target& target, unsigned items);

  // True where sub-groups are those of the target's instructions.
  bool is_of_units() const { return is_of_units_; }
  unsigned items() const { return items_; }      // of a sub-group
  unsigned columns() const { return columns_; }  // of an atom of 16 rows
  unsigned sums() const { return sums_; }        // of an atom that a work-item holds
  // Row and column of sum `i` of an atom among those that a work-item holds.
  unsigned row_number(unsigned i) const { return is_of_amd_ ? i : i / 2; }
  unsigned column_number(unsigned i) const { return is_of_amd_ ? 0 : i % 2; }
  // Its row and column in the atom.
  llvm::Value* row(llvm::IRBuilder<>& builder, llvm::Value* item, unsigned i) const;
  llvm::Value* column(llvm::IRBuilder<>& builder, llvm::Value* item, unsigned i) const;
  // Its number among the elements that a sub-group's matrix of 16 rows and so many atoms has.
  unsigned in_sub_group(unsigned atom, unsigned i, unsigned atoms) const;

 private:
  bool is_of_amd_ = false;
  bool is_of_units_ = false;
  unsigned items_ = 32;
  unsigned columns_ = 8;
  unsigned sums_ = 4;
  // AMD's: rows from 16 work-items to the next 16, and from sum to sum.
  unsigned item_rows_ = 0;
  unsigned sum_rows_ = 0;
};

}  // namespace clc::worker
