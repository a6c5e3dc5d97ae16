// Joins the edges from a switch to one successor with phis in a new empty block. Several labels may lead to the
// successor, and the translators of LLVM 14 and 15, and drivers based on them, crash on an OpPhi that lists the
// switch's block once.
//   switch i32 %x, label %a [i32 1, label %b  i32 2, label %b]   becomes   ... [i32 1, label %.s  i32 2, label %.s]
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvJoinSwitchEdges : public RequiredPass<SpirvJoinSwitchEdges> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker
