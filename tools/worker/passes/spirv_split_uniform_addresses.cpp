#include "worker/passes/spirv_split_uniform_addresses.h"

#include <utility>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "worker/analyses/divergence.h"
#include "worker/analyses/indices.h"

namespace clc::worker {
namespace {

void split_uniform_address(llvm::GetElementPtrInst& address, const Divergence& divergence) {
  if (address.getNumIndices() != 1 || divergence.is_divergent(*address.getPointerOperand())) return;
  llvm::Value* index = address.getOperand(1);
  auto* extension = llvm::dyn_cast<llvm::SExtInst>(index);
  auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(extension != nullptr ? extension->getOperand(0) : index);
  if (sum == nullptr || sum->getOpcode() != llvm::Instruction::Add) return;
  if (extension != nullptr && !sum->hasNoSignedWrap()) return;
  llvm::Value* uniform = sum->getOperand(0);
  llvm::Value* divergent = sum->getOperand(1);
  if (divergence.is_divergent(*uniform)) std::swap(uniform, divergent);
  if (divergence.is_divergent(*uniform) || has_constant_stride(*divergent, divergence)) return;
  llvm::IRBuilder<> builder(&address);
  llvm::Value* result = address.getPointerOperand();
  for (llvm::Value* part : {uniform, divergent}) {
    if (extension != nullptr) part = builder.CreateSExt(part, extension->getType());
    result = builder.CreateGEP(address.getSourceElementType(), result, part);
  }
  address.replaceAllUsesWith(result);
}

}  // namespace

llvm::PreservedAnalyses SpirvSplitUniformAddresses::run(llvm::Function& function,
                                                        llvm::FunctionAnalysisManager& analyses) {
  const auto& divergence = analyses.getResult<DivergenceAnalysis>(function);
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
    if (address != nullptr) split_uniform_address(*address, divergence);
  }
  return blocks_preserved();
}

}  // namespace clc::worker
