#include "worker/passes/spirv_permit_vec3_inlining.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DerivedTypes.h>

namespace clc::worker {
namespace {

bool is_vector_of_three(const llvm::Type* type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector != nullptr && vector->getNumElements() == 3;
}

}  // namespace

llvm::PreservedAnalyses SpirvPermitVec3Inlining::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  for (llvm::Function& function : module) {
    const llvm::FunctionType* type = function.getFunctionType();
    if (!is_vector_of_three(type->getReturnType()) && !llvm::any_of(type->params(), is_vector_of_three)) continue;
    function.removeFnAttr(llvm::Attribute::NoInline);
  }
  return blocks_preserved();
}

}  // namespace clc::worker
