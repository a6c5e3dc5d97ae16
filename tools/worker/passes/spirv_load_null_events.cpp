#include "worker/passes/spirv_load_null_events.h"

#include <vector>

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {
namespace {

bool is_null_event(const llvm::Value& value) {
  const auto* type = llvm::dyn_cast<llvm::TargetExtType>(value.getType());
  return type != nullptr && type->getName() == "spirv.Event" && llvm::isa<llvm::Constant>(value);
}

llvm::Value* load_null(llvm::Function& function, llvm::Type* event) {
  llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  llvm::AllocaInst* variable = builder.CreateAlloca(event);
  builder.CreateStore(llvm::Constant::getNullValue(event), variable);
  return builder.CreateLoad(event, variable);
}

}  // namespace

llvm::PreservedAnalyses SpirvLoadNullEvents::run(llvm::Function& function,
                                                 llvm::FunctionAnalysisManager& /*analyses*/) {
  std::vector<llvm::Use*> uses;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (!llvm::isa<llvm::PHINode, llvm::SelectInst, llvm::ReturnInst>(instruction)) continue;
    for (llvm::Use& use : instruction.operands()) {
      if (is_null_event(*use)) uses.push_back(&use);
    }
  }
  if (uses.empty()) return llvm::PreservedAnalyses::all();
  llvm::Value* null = load_null(function, uses.front()->get()->getType());
  for (llvm::Use* use : uses) use->set(null);
  return blocks_preserved();
}

}  // namespace clc::worker
