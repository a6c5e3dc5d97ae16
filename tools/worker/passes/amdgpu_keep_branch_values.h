// Splits an `else` block before its branch if a phi of its successor takes one of its values that costs no instruction:
//   assign:   %new = insertelement <3 x i32> %old, …        assign:      %new = insertelement <3 x i32> %old, …
//             br label %next                                             br label %assign.end
//                                                           assign.end:  br label %next
//   next:     phi [ %new, %assign ], [ %old, %skip ]        next:        phi [ %new, %assign.end ], [ %old, %skip ]
// LLVM 22's structurizer hoists instructions that cost nothing (inserting a vector element, extracting a part of an
// argument) from an `else` block above the branch, and gives the phi the value of the `then` block instead. That is
// right only where both blocks have one predecessor and one successor in common; elsewhere the value is lost (llvm
// 183792, fixed after 22.1): the assignment of `if (v == 0 || v < limit) b[0] = 7;` has two predecessors, one of them
// past a load. The structurizer hoists nothing out of an empty block. The pass can go when clc needs LLVM 23.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class AmdgpuKeepBranchValues : public RequiredPass<AmdgpuKeepBranchValues> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker
