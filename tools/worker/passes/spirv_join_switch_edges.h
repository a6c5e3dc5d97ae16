// Joins the edges from a switch to one block with phis in an empty block: several labels may lead there, and the
// translators of LLVM 14 and 15, and drivers made of them, crash on an OpPhi that counts the switch once.
//   switch i32 %x, label %a [i32 1, label %b  i32 2, label %b]   becomes   ... [i32 1, label %.s  i32 2, label %.s]
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvJoinSwitchEdges : public RequiredPass<SpirvJoinSwitchEdges> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker
