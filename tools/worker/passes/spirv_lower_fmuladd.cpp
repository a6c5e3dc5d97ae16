#include "worker/passes/spirv_lower_fmuladd.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>

#include "worker/analyses/divergence.h"
#include "worker/analyses/operations.h"
#include "worker/passes/fmuladd.h"
#include "worker/passes/spirv_calls.h"
#include "worker/passes/spirv_scalarization_plan.h"

namespace clc::worker {
namespace {

llvm::Value* call_mads(llvm::IRBuilder<>& builder, llvm::IntrinsicInst& fmuladd, bool by_elements) {
  const llvm::SmallVector<llvm::Value*, 3> operands(fmuladd.args());
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(fmuladd.getType());
  if (vector == nullptr || !by_elements) return call_mad(builder, operands);
  llvm::Value* result = llvm::PoisonValue::get(fmuladd.getType());
  for (unsigned i = 0; i < vector->getNumElements(); ++i) {
    llvm::SmallVector<llvm::Value*, 3> elements;
    for (llvm::Value* operand : operands) elements.push_back(builder.CreateExtractElement(operand, i));
    result = builder.CreateInsertElement(result, call_mad(builder, elements), i);
  }
  return result;
}

}  // namespace

llvm::PreservedAnalyses SpirvLowerFmuladd::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  const std::vector<llvm::IntrinsicInst*> fmuladds = fmuladds_of(function);
  if (fmuladds.empty()) return llvm::PreservedAnalyses::all();
  constexpr std::uint64_t k_short = 4;
  constexpr long k_many = 32;
  const auto is_vector = [](const llvm::IntrinsicInst* one) { return one->getType()->isVectorTy(); };
  const bool has_many = llvm::count_if(fmuladds, is_vector) > k_many;
  const bool driver_may_contract = !function.hasFnAttribute("contraction-off");
  const auto& divergence = analyses.getResult<DivergenceAnalysis>(function);
  const ScalarizationPlan plan(divergence, analyses.getResult<llvm::LoopAnalysis>(function),
                               scalarization_candidates(function));
  for (llvm::IntrinsicInst* fmuladd : fmuladds) {
    llvm::IRBuilder<> builder(fmuladd);
    builder.setFastMathFlags(fmuladd->getFastMathFlags());
    const bool by_elements = !has_many && elements_of(*fmuladd->getType()) <= k_short;
    const bool is_expanded = (driver_may_contract && (!is_tuned_ || divergence.in_divergent_block(*fmuladd))) ||
                             (is_vector(fmuladd) && by_elements && !plan.scalarizes(fmuladd));
    fmuladd->replaceAllUsesWith(is_expanded ? expand_fmuladd(builder, *fmuladd)
                                            : call_mads(builder, *fmuladd, by_elements));
    fmuladd->eraseFromParent();
  }
  return blocks_preserved();
}

}  // namespace clc::worker
