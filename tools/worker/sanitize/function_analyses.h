// Analyses of one function, until it changes.
#pragma once

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Module.h>

namespace clc::worker {

struct FunctionAnalyses {
  explicit FunctionAnalyses(llvm::Function& function)
      : dominators(function),
        loops(dominators),
        assumptions(function),
        libraries(llvm::Triple(function.getParent()->getTargetTriple())),
        library(libraries, &function),
        evolution(function, library, assumptions, dominators, loops) {}

  llvm::DominatorTree dominators;
  llvm::LoopInfo loops;
  llvm::AssumptionCache assumptions;
  llvm::TargetLibraryInfoImpl libraries;
  llvm::TargetLibraryInfo library;
  llvm::ScalarEvolution evolution;
};

}  // namespace clc::worker
