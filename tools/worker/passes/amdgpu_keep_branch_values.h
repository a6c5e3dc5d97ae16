// Ends an `else` block before its branch to a phi that takes one of its values, if the value costs nothing:
//   assign:   %new = insertelement <3 x i32> %old, i32 7, i64 0     assign:   %new = …
//             br label %next                                                  br label %assign.end
//                                                                   assign.end: br label %next
//   next:     phi [ %new, %assign ], [ %old, %skip ]                next:     phi [ %new, %assign.end ], [ %old, %skip
//   ]
// LLVM 22's structurizer moves instructions that cost nothing (an element of a vector inserted, a part of an argument
// taken) from an `else` block to before the branch, and lets the block's phi take what the `then` block has in their
// place. That is right where both blocks have one predecessor and one successor in common, and loses the value
// elsewhere (llvm 183792, mended after 22.1): `if (v == 0 || v < limit) b[0] = 7;` has two paths to the assignment, one
// of them past a load. From an empty block the structurizer moves nothing. It goes when clc needs LLVM 23.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class AmdgpuKeepBranchValues : public RequiredPass<AmdgpuKeepBranchValues> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker
