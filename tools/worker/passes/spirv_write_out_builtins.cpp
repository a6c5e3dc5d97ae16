#include "worker/passes/spirv_write_out_builtins.h"

#include <cstdint>
#include <string>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "worker/analyses/memory_calls.h"

namespace clc::worker {
namespace {

// False for other functions, and for three elements, which are as large in SPIR-V as four.
bool is_access(llvm::StringRef name, llvm::StringRef prefix) {
  return name.consume_front(prefix) && (name == "2" || name == "4" || name == "8" || name == "16");
}

// Null for other calls.
llvm::Value* written_access(llvm::IRBuilder<>& builder, const llvm::CallInst& call, llvm::StringRef name) {
  const bool is_load = is_access(name, "vload");
  if (!is_load && !is_access(name, "vstore")) return nullptr;
  llvm::Type* type = is_load ? call.getType() : call.getArgOperand(0)->getType();
  const std::uint64_t size = call.getDataLayout().getTypeAllocSize(type->getScalarType());
  constexpr std::uint64_t k_word = 4;
  if (size < k_word) return nullptr;
  const unsigned first = is_load ? 0 : 1;
  llvm::Value* place = builder.CreateGEP(type, call.getArgOperand(first + 1), call.getArgOperand(first));
  if (is_load) return builder.CreateAlignedLoad(type, place, llvm::Align(size));
  return builder.CreateAlignedStore(call.getArgOperand(0), place, llvm::Align(size));
}

}  // namespace

llvm::PreservedAnalyses SpirvWriteOutBuiltins::run(llvm::Function& function,
                                                   llvm::FunctionAnalysisManager& /*analyses*/) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call == nullptr) continue;
    const std::string name = called_builtin(*call);
    llvm::IRBuilder<> builder(call);
    llvm::Value* result = written_access(builder, *call, name);
    if (result == nullptr) continue;
    if (!call->getType()->isVoidTy()) call->replaceAllUsesWith(result);
    call->eraseFromParent();
  }
  return blocks_preserved();
}

}  // namespace clc::worker
