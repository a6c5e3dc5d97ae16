#include "worker/passes/spirv_keep_long_loops.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

namespace clc::worker {
namespace {

constexpr unsigned k_few_iterations = 16;

bool is_array_or_table(const llvm::Use& operand) {
  const llvm::Value* object = llvm::getUnderlyingObject(operand.get());
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(object);
  return llvm::isa<llvm::AllocaInst>(object) || (variable != nullptr && variable->isConstant());
}

bool indexes_array_or_table(const llvm::Loop& loop) {
  return llvm::any_of(loop.blocks(), [](const llvm::BasicBlock* block) {
    return llvm::any_of(*block, [](const llvm::Instruction& instruction) {
      return llvm::any_of(instruction.operands(), is_array_or_table);
    });
  });
}

}  // namespace

llvm::PreservedAnalyses SpirvKeepLongLoops::run(llvm::Loop& loop, llvm::LoopAnalysisManager& /*analyses*/,
                                                llvm::LoopStandardAnalysisResults& results,
                                                llvm::LPMUpdater& /*updater*/) {
  const bool is_long = results.SE.getSmallConstantTripCount(&loop) > k_few_iterations;
  if (is_long && llvm::hasUnrollTransformation(&loop) != llvm::TM_ForcedByUser && !indexes_array_or_table(loop)) {
    loop.setLoopAlreadyUnrolled();
  }
  return llvm::PreservedAnalyses::all();
}

}  // namespace clc::worker
