#include "worker/passes/spirv_splat_select_conditions.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {

llvm::PreservedAnalyses SpirvSplatSelectConditions::run(llvm::Function& function,
                                                        llvm::FunctionAnalysisManager& /*analyses*/) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction);
    if (select == nullptr || !select->getType()->isVectorTy() || select->getCondition()->getType()->isVectorTy())
      continue;
    llvm::IRBuilder<> builder(select);
    const auto elements = llvm::cast<llvm::VectorType>(select->getType())->getElementCount();
    select->setCondition(builder.CreateVectorSplat(elements, select->getCondition()));
  }
  return blocks_preserved();
}

}  // namespace clc::worker
