// Products of work-groups by instructions of sub-groups, each of which multiplies strips of 16 rows.
#pragma once

#include <vector>

#include "worker/passes/group_layout.h"
#include "worker/passes/group_tiles.h"

namespace clc::worker {

struct GroupStrips {
  const GroupItem& item;
  const GroupLayout& layout;
};

// The sums of a work-item after the product.
std::vector<llvm::Value*> multiply_by_sub_groups(Fragments& fragments, const MatrixProduct& product, const GroupTile& a,
                                                 const GroupTile& b, const GroupStrips& strips,
                                                 const std::vector<llvm::Value*>& sums, llvm::Instruction* at);

}  // namespace clc::worker
