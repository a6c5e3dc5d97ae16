#include "worker/passes/call_instead.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

namespace clc::worker {

void call_instead(llvm::CallInst& call, const std::string& name, const std::vector<llvm::Value*>& arguments) {
  const llvm::Function& callee = *call.getCalledFunction();
  std::vector<llvm::Type*> types;
  for (const llvm::Value* argument : arguments) types.push_back(argument->getType());
  auto* type = llvm::FunctionType::get(call.getType(), types, false);
  llvm::FunctionCallee other = call.getModule()->getOrInsertFunction(name, type, callee.getAttributes());
  if (auto* function = llvm::dyn_cast<llvm::Function>(other.getCallee())) {
    function->setCallingConv(callee.getCallingConv());
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) call.setArgOperand(static_cast<unsigned>(i), arguments[i]);
  call.setCalledFunction(other);
}

}  // namespace clc::worker
