#include "worker/ir/alignment.h"

#include <algorithm>
#include <bit>

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "worker/ir/optimizer.h"

namespace clc::worker {
namespace {

constexpr std::uint64_t k_largest_access = 16;
constexpr unsigned k_local_space = 3;  // on NVPTX and AMDGPU alike

llvm::Align raised(llvm::Align declared, std::uint64_t size) {
  return std::max(declared, llvm::Align(std::bit_floor(std::clamp<std::uint64_t>(size, 1, k_largest_access))));
}

}  // namespace

void align_aggregates(llvm::Module& module) {
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
}

void align_local_arguments(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (!is_kernel(function)) continue;
    for (llvm::Argument& argument : function.args()) {
      const auto* pointer = llvm::dyn_cast<llvm::PointerType>(argument.getType());
      if (pointer == nullptr || pointer->getAddressSpace() != k_local_space) continue;
      const llvm::Align declared = argument.getParamAlign().valueOrOne();
      argument.removeAttr(llvm::Attribute::Alignment);
      argument.addAttr(llvm::Attribute::getWithAlignment(module.getContext(), raised(declared, k_largest_access)));
    }
  }
}

}  // namespace clc::worker
