#include "worker/passes/opencl_calls.h"

#include <vector>

#include <llvm/IR/Module.h>

namespace clc::worker {

llvm::Value* call_opencl(llvm::IRBuilder<>& builder, llvm::StringRef name, llvm::Type* result,
                         llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  std::vector<llvm::Type*> types;
  for (const llvm::Value* argument : arguments) types.push_back(argument->getType());
  llvm::FunctionCallee callee =
      module.getOrInsertFunction(name, llvm::FunctionType::get(result, types, /*isVarArg=*/false));
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  if (module.getTargetTriple().isSPIROrSPIRV()) function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  function->addFnAttr(llvm::Attribute::Convergent);
  function->addFnAttr(llvm::Attribute::NoUnwind);
  llvm::CallInst* made = builder.CreateCall(callee, arguments);
  made->setCallingConv(function->getCallingConv());
  made->addFnAttr(llvm::Attribute::Convergent);
  return made;
}

llvm::Value* of_dimension(llvm::IRBuilder<>& builder, llvm::StringRef name, unsigned dimension) {
  llvm::Type* size = builder.GetInsertBlock()->getDataLayout().getIntPtrType(builder.getContext());
  llvm::Value* value = call_opencl(builder, name, size, builder.getInt32(dimension));
  return builder.CreateZExtOrTrunc(value, builder.getInt32Ty());
}

}  // namespace clc::worker
