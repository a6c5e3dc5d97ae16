#include "worker/passes/spirv_copy_fills.h"

#include <map>
#include <vector>

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "worker/ir/address_spaces.h"

namespace clc::worker {
namespace {

llvm::GlobalVariable* array_of_byte(llvm::Module& module, llvm::ConstantInt* byte, std::uint64_t bytes) {
  auto* type = llvm::ArrayType::get(byte->getType(), bytes);
  llvm::Constant* content = llvm::ConstantAggregateZero::get(type);
  if (!byte->isZero()) content = llvm::ConstantArray::get(type, std::vector<llvm::Constant*>(bytes, byte));
  return new llvm::GlobalVariable(module, type, /*isConstant=*/true, llvm::GlobalValue::PrivateLinkage, content, "",
                                  /*InsertBefore=*/nullptr, llvm::GlobalValue::NotThreadLocal, k_spirv_constant_space);
}

}  // namespace

llvm::PreservedAnalyses SpirvCopyFills::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  std::vector<llvm::MemSetInst*> fills;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&instruction)) fills.push_back(fill);
    }
  }
  std::map<std::pair<std::uint64_t, std::uint64_t>, llvm::GlobalVariable*> arrays;
  for (llvm::MemSetInst* fill : fills) {
    auto* byte = llvm::dyn_cast<llvm::ConstantInt>(fill->getValue());
    const auto* bytes = llvm::dyn_cast<llvm::ConstantInt>(fill->getLength());
    if (byte == nullptr || bytes == nullptr) continue;  // the backend writes a loop
    if (!bytes->isZero()) {
      llvm::GlobalVariable*& array = arrays[{byte->getZExtValue(), bytes->getZExtValue()}];
      if (array == nullptr) array = array_of_byte(module, byte, bytes->getZExtValue());
      llvm::IRBuilder<>(fill).CreateMemCpy(fill->getRawDest(), fill->getDestAlign(), array, array->getAlign(),
                                           fill->getLength(), fill->isVolatile());
    }
    fill->eraseFromParent();
  }
  return fills.empty() ? llvm::PreservedAnalyses::all() : blocks_preserved();
}

}  // namespace clc::worker
