#include "nvptx_printf.h"

#include <string>
#include <vector>

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {
namespace {

constexpr unsigned k_global_space = 1;

// A vector lies in the record as its elements do, aligned as one of them.
llvm::Type* type_in_record(llvm::Type* type) {
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector == nullptr ? type : llvm::ArrayType::get(vector->getElementType(), vector->getNumElements());
}

// ptxas refuses generic pointers to constant memory in programs whose kernels take constant pointers,
// so a format lies in global memory.
llvm::Value* in_global_memory(llvm::Value* format) {
  auto* constant = llvm::dyn_cast<llvm::GlobalVariable>(format->stripPointerCasts());
  if (constant == nullptr || !constant->hasInitializer()) return format;
  const std::string name = constant->getName().str() + ".format";
  llvm::Module& module = *constant->getParent();
  if (llvm::GlobalVariable* copy = module.getGlobalVariable(name, true)) return copy;
  return new llvm::GlobalVariable(module, constant->getValueType(), true, llvm::GlobalValue::InternalLinkage,
                                  constant->getInitializer(), name, nullptr, llvm::GlobalValue::NotThreadLocal,
                                  k_global_space);
}

void lower_call(llvm::CallInst& call, llvm::FunctionCallee vprintf) {
  llvm::Module& module = *call.getModule();
  const llvm::DataLayout& layout = module.getDataLayout();
  llvm::IRBuilder<> builder(&call);
  auto* pointer = llvm::PointerType::get(module.getContext(), 0);
  std::vector<llvm::Value*> arguments;
  std::vector<llvm::Type*> types;
  for (unsigned i = 1; i < call.arg_size(); ++i) {
    llvm::Value* argument = call.getArgOperand(i);
    // What `%s` points to is read through a generic pointer.
    if (argument->getType()->isPointerTy()) argument = builder.CreateAddrSpaceCast(in_global_memory(argument), pointer);
    arguments.push_back(argument);
    types.push_back(type_in_record(argument->getType()));
  }
  llvm::Value* buffer = llvm::ConstantPointerNull::get(pointer);
  if (!arguments.empty()) {
    auto* record = llvm::StructType::get(module.getContext(), types);
    llvm::BasicBlock& entry = call.getFunction()->getEntryBlock();
    auto* memory = new llvm::AllocaInst(record, layout.getAllocaAddrSpace(), nullptr, layout.getPrefTypeAlign(record), "",
                                        entry.begin());
    for (unsigned i = 0; i < arguments.size(); ++i) {
      builder.CreateAlignedStore(arguments[i], builder.CreateStructGEP(record, memory, i), layout.getABITypeAlign(types[i]));
    }
    buffer = builder.CreateAddrSpaceCast(memory, pointer);
  }
  llvm::Value* format = builder.CreateAddrSpaceCast(in_global_memory(call.getArgOperand(0)), pointer);
  call.replaceAllUsesWith(builder.CreateCall(vprintf, {format, buffer}));
  call.eraseFromParent();
}

}  // namespace

void lower_printf(llvm::Module& module) {
  llvm::Function* printf = module.getFunction("printf");
  if (printf == nullptr || !printf->isDeclaration()) return;
  std::vector<llvm::CallInst*> calls;
  for (llvm::User* user : printf->users()) {
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) calls.push_back(call);
  }
  auto* pointer = llvm::PointerType::get(module.getContext(), 0);
  auto* integer = llvm::Type::getInt32Ty(module.getContext());
  const llvm::FunctionCallee vprintf = module.getOrInsertFunction("vprintf", integer, pointer, pointer);
  for (llvm::CallInst* call : calls) lower_call(*call, vprintf);
  if (printf->use_empty()) printf->eraseFromParent();
}

}  // namespace clc::worker
