#include "worker/passes/spirv_calls.h"

#include <string>
#include <vector>

#include <llvm/IR/Module.h>

namespace clc::worker {

llvm::CallInst* call_pure_builtin(llvm::IRBuilder<>& builder, llvm::StringRef mangled, llvm::Type& result,
                                  llvm::ArrayRef<llvm::Value*> arguments) {
  std::vector<llvm::Type*> types;
  for (const llvm::Value* argument : arguments) types.push_back(argument->getType());
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  auto* type = llvm::FunctionType::get(&result, types, /*isVarArg=*/false);
  llvm::FunctionCallee callee = module.getOrInsertFunction(mangled, type);
  auto& function = *llvm::cast<llvm::Function>(callee.getCallee());
  function.setCallingConv(llvm::CallingConv::SPIR_FUNC);
  function.setDoesNotThrow();
  function.setDoesNotAccessMemory();
  function.setWillReturn();
  llvm::CallInst* call = builder.CreateCall(callee, arguments);
  call->setCallingConv(function.getCallingConv());
  return call;
}

llvm::Value* call_mad(llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::Type* type = arguments.front()->getType();
  llvm::Type* scalar = type->getScalarType();
  std::string name = scalar->isHalfTy() ? "Dh" : scalar->isFloatTy() ? "f" : "d";
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  name = vector == nullptr ? name + name + name : "Dv" + std::to_string(vector->getNumElements()) + "_" + name + "S_S_";
  return call_pure_builtin(builder, "_Z3mad" + name, *type, arguments);
}

}  // namespace clc::worker
