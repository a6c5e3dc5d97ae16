// Lowers a switch of 64 or more case ranges to a binary tree of branches, each subtree of which reconverges in a block
// of its own:
//   switch i32 %v, label %end [ 1: %a  2: %b  3: %c … ]       br (v < 3), %low, %high
//                                                       low:  br (v == 1), %a, %next … both to %met.low
//                                                       met.low:  br %met     high: … to %met.high, and on to %met
//                                                       met:  br %end
// LLVM lowers it to a tree as well, but one whose leaves all branch to the end of the switch: structurizing that, and
// each later pass, takes time quadratic in the number of cases. Here each subtree is structurized by itself. Cases in
// the tree have a single predecessor and leave to the end of the switch alone; other cases, and a default that is not
// the end, stay in a switch after the tree. Cases that only choose a value for the end's phis become selects.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class AmdgpuNestSwitches : public RequiredPass<AmdgpuNestSwitches> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker
