// Divergence in OpenCL kernels: values that differ between the work-items of a group, and blocks that only some of them
// execute.
#pragma once

#include <vector>

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>

namespace clc::worker {

// A heuristic based on the names of OpenCL's builtins. Callers must be correct whatever it answers.
class Divergence {
 public:
  using IsUniform = llvm::function_ref<bool(const llvm::Instruction&)>;

  // `is_uniform`: the branches that count as uniform whatever their condition is; null: those of
  // propagate_divergence(), which are a guess.
  Divergence(llvm::Function& function, const llvm::PostDominatorTree& post_dominators, IsUniform is_uniform = nullptr);

  // True for a call whose result is divergent whatever its arguments are, such as `get_global_id`.
  static bool is_source_call(const llvm::Value& value);

  // True for a value that is not the same for all work-items.
  bool is_divergent(const llvm::Value& value) const { return divergent_.contains(&value); }

  // True in a block that depends on a divergent branch, such as a loop that some work-items leave before others.
  bool in_divergent_block(const llvm::Instruction& instruction) const {
    return divergent_blocks_.contains(instruction.getParent());
  }

 private:
  void mark(llvm::Value& value);
  void mark_variables(llvm::Instruction& instruction);
  void propagate_divergence(const llvm::Instruction& branch, const llvm::PostDominatorTree& post_dominators,
                            IsUniform is_uniform);

  std::vector<llvm::Value*> worklist_;  // values whose users have not been visited
  llvm::SmallPtrSet<const llvm::Value*, 32> divergent_;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> divergent_blocks_;
};

class DivergenceAnalysis : public llvm::AnalysisInfoMixin<DivergenceAnalysis> {
 public:
  using Result = Divergence;
  static Divergence run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  friend llvm::AnalysisInfoMixin<DivergenceAnalysis>;
  static llvm::AnalysisKey Key;  // NOLINT(readability-identifier-naming): LLVM's name
};

}  // namespace clc::worker
