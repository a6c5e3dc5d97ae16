#include "worker/passes/spirv_align_copies.h"

#include <algorithm>

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace clc::worker {

llvm::PreservedAnalyses SpirvAlignCopies::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  bool has_changed = false;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction);
      if (copy == nullptr) continue;
      const llvm::Align to = copy->getDestAlign().valueOrOne(), from = copy->getSourceAlign().valueOrOne();
      if (to == from) continue;
      copy->setDestAlignment(std::min(to, from));
      copy->setSourceAlignment(std::min(to, from));
      has_changed = true;
    }
  }
  return has_changed ? blocks_preserved() : llvm::PreservedAnalyses::all();
}

}  // namespace clc::worker
