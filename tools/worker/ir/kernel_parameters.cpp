#include "worker/ir/kernel_parameters.h"

#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/Module.h>

namespace clc::worker {

llvm::Function& with_parameters(llvm::Function& kernel, const std::vector<llvm::Type*>& types) {
  auto* type = llvm::FunctionType::get(kernel.getReturnType(), types, false);
  auto* made = llvm::Function::Create(type, kernel.getLinkage(), kernel.getAddressSpace(), "", kernel.getParent());
  made->copyAttributesFrom(&kernel);
  made->copyMetadata(&kernel, 0);
  made->takeName(&kernel);
  made->splice(made->begin(), &kernel);
  for (unsigned i = 0; i < kernel.arg_size(); ++i) {
    if (kernel.getArg(i)->getType() == types[i]) continue;
    made->removeParamAttrs(i, llvm::AttributeFuncs::typeIncompatible(types[i], made->getAttributes().getParamAttrs(i)));
  }
  return *made;
}

}  // namespace clc::worker
