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

llvm::CallInst* call_of_one_type(llvm::IRBuilder<>& builder, llvm::StringRef name,
                                 llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::Type* type = arguments.front()->getType();
  llvm::Type* scalar = type->getScalarType();
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  const std::string element = scalar->isHalfTy() ? "Dh" : scalar->isFloatTy() ? "f" : "d";
  std::string mangled = "_Z" + std::to_string(name.size()) + name.str();
  if (vector != nullptr) mangled += "Dv" + std::to_string(vector->getNumElements()) + "_";
  mangled += element;
  for (std::size_t i = 1; i < arguments.size(); ++i) mangled += vector == nullptr ? element : "S_";
  std::vector<llvm::Value*> numbers;
  for (llvm::Value* argument : arguments) {
    const bool is_element = argument->getType() != type;
    numbers.push_back(is_element ? builder.CreateVectorSplat(vector->getNumElements(), argument) : argument);
  }
  return call_pure_builtin(builder, mangled, *type, numbers);
}

llvm::Value* call_mad(llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> arguments) {
  return call_of_one_type(builder, "mad", arguments);
}

}  // namespace clc::worker
