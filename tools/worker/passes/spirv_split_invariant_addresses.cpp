#include "worker/passes/spirv_split_invariant_addresses.h"

#include <utility>

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {
namespace {

// The extension of an index, or null.
llvm::CastInst* extension_of(const llvm::GetElementPtrInst& address) {
  llvm::Value* index = address.getOperand(1);
  return llvm::isa<llvm::SExtInst, llvm::ZExtInst>(index) ? llvm::cast<llvm::CastInst>(index) : nullptr;
}

// The `or` by which an index joins parts that have no bit in common, or null.
const llvm::PossiblyDisjointInst* joined_index(const llvm::GetElementPtrInst& address) {
  if (address.getNumIndices() != 1) return nullptr;
  const llvm::CastInst* extension = extension_of(address);
  const llvm::Value* index = extension != nullptr ? extension->getOperand(0) : address.getOperand(1);
  const auto* joined = llvm::dyn_cast<llvm::PossiblyDisjointInst>(index);
  return joined != nullptr && joined->isDisjoint() ? joined : nullptr;
}

void split_invariant_address(llvm::GetElementPtrInst& address, const llvm::LoopInfo& loops) {
  const llvm::PossiblyDisjointInst* joined = joined_index(address);
  const llvm::Loop* loop = loops.getLoopFor(address.getParent());
  if (joined == nullptr || loop == nullptr || !loop->isLoopInvariant(address.getPointerOperand())) return;
  llvm::Value* fixed = joined->getOperand(0);
  llvm::Value* changing = joined->getOperand(1);
  if (!loop->isLoopInvariant(fixed)) std::swap(fixed, changing);
  if (!loop->isLoopInvariant(fixed) || loop->isLoopInvariant(changing)) return;
  llvm::IRBuilder<> builder(&address);
  const llvm::CastInst* extension = extension_of(address);
  llvm::Value* result = address.getPointerOperand();
  for (llvm::Value* part : {fixed, changing}) {
    if (extension != nullptr) part = builder.CreateCast(extension->getOpcode(), part, extension->getType());
    result = builder.CreateGEP(address.getSourceElementType(), result, part);
  }
  address.replaceAllUsesWith(result);
}

}  // namespace

llvm::PreservedAnalyses SpirvSplitInvariantAddresses::run(llvm::Function& function,
                                                          llvm::FunctionAnalysisManager& analyses) {
  const auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) split_invariant_address(*address, loops);
  }
  return blocks_preserved();
}

}  // namespace clc::worker
