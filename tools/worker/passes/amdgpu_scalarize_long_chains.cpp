#include "worker/passes/amdgpu_scalarize_long_chains.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Scalar/Scalarizer.h>

namespace clc::worker {
namespace {

constexpr int k_long_chain = 32;  // operations of a block

bool is_logic_of_pair(const llvm::Instruction& instruction) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
  return instruction.isBitwiseLogicOp() && type != nullptr && type->getNumElements() == 2 &&
         type->getElementType()->isIntegerTy(32);
}

bool has_long_chain(const llvm::Function& function) {
  return llvm::any_of(
      function, [](const llvm::BasicBlock& block) { return llvm::count_if(block, is_logic_of_pair) >= k_long_chain; });
}

}  // namespace

llvm::PreservedAnalyses AmdgpuScalarizeLongChains::run(llvm::Function& function,
                                                       llvm::FunctionAnalysisManager& analyses) {
  if (!has_long_chain(function)) return llvm::PreservedAnalyses::all();
  llvm::ScalarizerPassOptions options;
  options.ScalarizeMinBits = 32;
  options.ScalarizeVariableInsertExtract = false;
  return llvm::ScalarizerPass(options).run(function, analyses);
}

}  // namespace clc::worker
