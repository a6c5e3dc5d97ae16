// Values that LLVM's structurizer moves out of the branches that they belong to.
#pragma once

#include <llvm/Pass.h>

namespace clc::worker {

// LLVM 22 moves instructions that cost nothing (an element of a vector inserted, a part of an argument taken) from an
// `else` block to before the branch, and lets the block's phi take what the `then` block has in their place. That is
// right where both blocks have one predecessor and one successor in common, and loses the value elsewhere (llvm 183792,
// mended after 22.1):
//
//   if (v == 0 || v < limit) b[0] = 7;     // two ways lead to the assignment, one of them past a load
//
// Here such a block ends before its branch to the phi, which then takes the value from an empty block, where the
// structurizer finds nothing to move:
//
//   assign:   %new = insertelement <3 x i32> %old, i32 7, i64 0     assign:   %new = …
//             br label %next                                                  br label %assign.end
//                                                          assign.end:        br label %next
//   next:     phi [ %new, %assign ], [ %old, %skip ]                next:     phi [ %new, %assign.end ], [ %old, %skip
//   ]
//
// It goes when clc needs LLVM 23.
class KeepBranchValues final : public llvm::FunctionPass {
 public:
  KeepBranchValues() : llvm::FunctionPass(ID) {}
  static char ID;  // NOLINT(readability-identifier-naming): LLVM's name
  void getAnalysisUsage(llvm::AnalysisUsage& usage) const override;
  bool runOnFunction(llvm::Function& function) override;
};

}  // namespace clc::worker
