#include "worker/passes/align_aggregates.h"

#include <algorithm>
#include <bit>

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {
namespace {

constexpr std::uint64_t k_widest_access = 16;

llvm::Align raised(llvm::Align declared, std::uint64_t size) {
  return std::max(declared, llvm::Align(std::bit_floor(std::clamp<std::uint64_t>(size, 1, k_widest_access))));
}

}  // namespace

llvm::PreservedAnalyses AlignAggregates::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  const llvm::DataLayout& layout = module.getDataLayout();
  for (llvm::GlobalVariable& variable : module.globals()) {
    llvm::Type* type = variable.getValueType();
    if (variable.isDeclaration() || !type->isAggregateType()) continue;
    const llvm::Align declared = variable.getAlign().value_or(layout.getABITypeAlign(type));
    variable.setAlignment(raised(declared, layout.getTypeAllocSize(type)));
  }
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (variable == nullptr || !variable->getAllocatedType()->isAggregateType()) continue;
      variable->setAlignment(raised(variable->getAlign(), layout.getTypeAllocSize(variable->getAllocatedType())));
    }
  }
  return blocks_preserved();
}

}  // namespace clc::worker
