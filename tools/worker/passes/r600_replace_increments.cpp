#include "worker/passes/r600_replace_increments.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {
namespace {

bool replace_increment(llvm::AtomicRMWInst& atomic) {
  const auto operation = atomic.getOperation();
  const bool is_up = operation == llvm::AtomicRMWInst::UIncWrap;
  const auto* limit = llvm::dyn_cast<llvm::ConstantInt>(atomic.getValOperand());
  if ((!is_up && operation != llvm::AtomicRMWInst::UDecWrap) || limit == nullptr || !limit->isMinusOne()) return false;
  atomic.setOperation(is_up ? llvm::AtomicRMWInst::Add : llvm::AtomicRMWInst::Sub);
  atomic.setOperand(1, llvm::ConstantInt::get(limit->getType(), 1));
  return true;
}

}  // namespace

llvm::PreservedAnalyses R600ReplaceIncrements::run(llvm::Function& function,
                                                   llvm::FunctionAnalysisManager& /*analyses*/) {
  bool has_changed = false;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) has_changed |= replace_increment(*atomic);
  }
  return has_changed ? blocks_preserved() : llvm::PreservedAnalyses::all();
}

}  // namespace clc::worker
