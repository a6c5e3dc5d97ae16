// The parts of a function that walks through it ask for, and that no launch changes.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>

#include "worker/insight/analysis/operations.h"
#include "worker/insight/analysis/vector_loads.h"

namespace clc::worker {

struct FunctionShape {
  FunctionShape(llvm::Function& function, const ChipMemory& chip);

  llvm::DominatorTree dominators;
  llvm::PostDominatorTree post_dominators;
  llvm::LoopInfo loops;
  std::vector<llvm::BasicBlock*> order;
  bool is_reducible = true;
  llvm::DenseSet<const llvm::Value*> needed;    // values that addresses, conditions and results are computed from
  llvm::DenseSet<const llvm::Value*> live_out;  // values that are used outside of the loop that computes them
  llvm::DenseMap<const llvm::BasicBlock*, std::vector<LoadRun>> load_runs;
  llvm::DenseMap<const llvm::BasicBlock*, Operations> operations;

 private:
  void find_needed();
};

// The shapes of a module's functions, made when they are first walked through.
using FunctionShapes = std::map<const llvm::Function*, std::unique_ptr<FunctionShape>>;
const FunctionShape& shape_of(llvm::Function& function, const ChipMemory& chip, FunctionShapes& shapes);

// The pointer of a load, a store or an atomic operation; null: the instruction is none of them.
const llvm::Value* accessed_pointer(const llvm::Instruction& at);

}  // namespace clc::worker
