#include "worker/passes/spirv_split_printf_vectors.h"

#include <vector>

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include "worker/ir/calls.h"
#include "worker/passes/printf_formats.h"

namespace clc::worker {
namespace {

bool is_passed_otherwise(const llvm::FixedVectorType& vector) {
  constexpr unsigned k_bits = 64;
  const unsigned bits = vector.getNumElements() * vector.getScalarSizeInBits();
  return vector.getElementType()->isIntegerTy() && bits < k_bits;
}

void split_vectors(llvm::CallInst& call) {
  llvm::Value* format = call.getArgOperand(0);
  const auto literal = text_of_literal(format);
  if (!literal) return;
  llvm::IRBuilder<> builder(&call);
  const std::vector<llvm::Value*> vectors(call.arg_begin() + 1, call.arg_end());
  const auto changed = rewritten({*literal, vectors}, is_passed_otherwise, builder);
  if (!changed) return;
  llvm::Module& module = *call.getModule();
  llvm::Constant* text = llvm::ConstantDataArray::getString(module.getContext(), changed->format);
  std::vector<llvm::Value*> arguments{new llvm::GlobalVariable(
      module, text->getType(), /*isConstant=*/true, llvm::GlobalValue::InternalLinkage, text, ".format",
      /*InsertBefore=*/nullptr, llvm::GlobalValue::NotThreadLocal, format->getType()->getPointerAddressSpace())};
  arguments.insert(arguments.end(), changed->arguments.begin(), changed->arguments.end());
  llvm::CallInst* other = builder.CreateCall(call.getFunctionType(), call.getCalledOperand(), arguments);
  other->setCallingConv(call.getCallingConv());
  call.replaceAllUsesWith(other);
  call.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses SpirvSplitPrintfVectors::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  llvm::Function* printf = module.getFunction("printf");
  if (printf == nullptr || !printf->isDeclaration()) return llvm::PreservedAnalyses::all();
  for (llvm::CallInst* call : calls_of(*printf)) split_vectors(*call);
  return blocks_preserved();
}

}  // namespace clc::worker
