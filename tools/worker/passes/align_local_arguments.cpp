#include "worker/passes/align_local_arguments.h"

#include <algorithm>

#include "worker/ir/address_spaces.h"
#include "worker/ir/kernel_function.h"

namespace clc::worker {
namespace {

constexpr llvm::Align k_alignment = llvm::Align::Constant<16>();

}  // namespace

llvm::PreservedAnalyses AlignLocalArguments::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  for (llvm::Function& function : module) {
    if (!is_kernel(function)) continue;
    for (llvm::Argument& argument : function.args()) {
      const auto* pointer = llvm::dyn_cast<llvm::PointerType>(argument.getType());
      if (pointer == nullptr || pointer->getAddressSpace() != k_local_space) continue;
      const llvm::Align declared = argument.getParamAlign().valueOrOne();
      argument.removeAttr(llvm::Attribute::Alignment);
      argument.addAttr(llvm::Attribute::getWithAlignment(module.getContext(), std::max(declared, k_alignment)));
    }
  }
  return blocks_preserved();
}

}  // namespace clc::worker
