#include "worker/passes/spirv_fuse_divergent_products.h"

#include "worker/analyses/divergence.h"
#include "worker/passes/fmuladd.h"

namespace clc::worker {
namespace {

bool fuse_divergent_product(llvm::IntrinsicInst& fmuladd, const Divergence& divergence) {
  auto* other = llvm::dyn_cast<llvm::BinaryOperator>(fmuladd.getArgOperand(2));
  if (other == nullptr || !is_product(other) || !other->hasAllowContract() || !other->hasOneUse()) return false;
  llvm::Value* left = fmuladd.getArgOperand(0);
  llvm::Value* right = fmuladd.getArgOperand(1);
  if (divergence.is_divergent(*left) || divergence.is_divergent(*right) || !divergence.is_divergent(*other))
    return false;
  llvm::IRBuilder<> builder(&fmuladd);
  llvm::Value* product = builder.CreateFMulFMF(left, right, other);
  fmuladd.setArgOperand(0, other->getOperand(0));
  fmuladd.setArgOperand(1, other->getOperand(1));
  fmuladd.setArgOperand(2, product);
  other->eraseFromParent();
  return true;
}

}  // namespace

llvm::PreservedAnalyses SpirvFuseDivergentProducts::run(llvm::Function& function,
                                                        llvm::FunctionAnalysisManager& analyses) {
  bool changes = false;
  for (llvm::IntrinsicInst* fmuladd : fmuladds_of(function)) {
    changes |= fuse_divergent_product(*fmuladd, analyses.getResult<DivergenceAnalysis>(function));
  }
  return changes ? blocks_preserved() : llvm::PreservedAnalyses::all();
}

}  // namespace clc::worker
