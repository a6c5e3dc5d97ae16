#include "worker/passes/spirv_expand_index_mad24.h"

#include <vector>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "worker/analyses/divergence.h"
#include "worker/analyses/indices.h"
#include "worker/analyses/memory_calls.h"

namespace clc::worker {

llvm::PreservedAnalyses SpirvExpandIndexMad24::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  std::vector<llvm::CallInst*> found;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call != nullptr && call->getType()->isIntegerTy(32) && called_builtin(*call) == "mad24") found.push_back(call);
  }
  bool changes = false;
  for (llvm::CallInst* call : found) {
    const auto& divergence = analyses.getResult<DivergenceAnalysis>(function);
    llvm::Value* left = call->getArgOperand(0);
    llvm::Value* right = call->getArgOperand(1);
    if ((divergence.is_divergent(*left) && divergence.is_divergent(*right)) || !is_only_index(*call)) continue;
    llvm::IRBuilder<> builder(call);
    call->replaceAllUsesWith(builder.CreateAdd(builder.CreateMul(left, right), call->getArgOperand(2)));
    call->eraseFromParent();
    changes = true;
  }
  return changes ? blocks_preserved() : llvm::PreservedAnalyses::all();
}

}  // namespace clc::worker
