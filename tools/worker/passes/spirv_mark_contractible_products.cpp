#include "worker/passes/spirv_mark_contractible_products.h"

#include "worker/passes/fmuladd.h"

namespace clc::worker {

llvm::PreservedAnalyses SpirvMarkContractibleProducts::run(llvm::Function& function,
                                                           llvm::FunctionAnalysisManager& /*analyses*/) {
  for (llvm::IntrinsicInst* fmuladd : fmuladds_of(function)) {
    llvm::Value* addend = fmuladd->getArgOperand(2);
    llvm::Value* positive = negated(addend);
    llvm::Value* product = positive != nullptr ? positive : addend;
    if (!is_product(product) || !product->hasOneUse()) continue;
    // A negation is merged with its product later, and passes its flags on to it.
    for (llvm::Value* value : {product, addend}) llvm::cast<llvm::Instruction>(value)->setHasAllowContract(true);
  }
  return blocks_preserved();
}

}  // namespace clc::worker
