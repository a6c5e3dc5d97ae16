// The parts of a function that walks through it ask for, and that no launch changes.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>

#include "worker/analyses/operations.h"
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

// An access to memory by an instruction. A copy makes two.
struct MemoryAccess {
  const llvm::Value* pointer = nullptr;
  const char* kind = "";  // "load", "store", "atomic"
  std::uint64_t bytes = 0, alignment = 1;
  std::int64_t offset = 0;  // behind the pointer
  unsigned lanes = 0;       // the first ones of a wave, whose pointers alone are used; 0: all
};
llvm::SmallVector<MemoryAccess, 2> accesses_of(const llvm::Instruction& at);
// Why the accesses of a call are not known, where it has any: "what printf accesses". Empty: they are known.
std::string hidden_accesses(const llvm::Instruction& at);

}  // namespace clc::worker
