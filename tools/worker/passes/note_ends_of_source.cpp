#include "worker/passes/note_ends_of_source.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Instructions.h>

#include "worker/ir/call_cycles.h"
#include "worker/ir/kernel_function.h"

namespace clc::worker {
namespace {

bool has_unreachable_end(const llvm::GlobalValue* value) {
  const auto* function = llvm::dyn_cast<llvm::Function>(value);
  return function != nullptr && llvm::any_of(*function, [](const llvm::BasicBlock& block) {
           return llvm::isa_and_nonnull<llvm::UnreachableInst>(block.getTerminator());
         });
}

}  // namespace

llvm::PreservedAnalyses NoteEndsOfSource::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  if (llvm::none_of(module, [](const llvm::Function& function) { return has_unreachable_end(&function); }))
    return llvm::PreservedAnalyses::all();
  for (llvm::Function& kernel : module) {
    if (is_kernel(kernel) && llvm::any_of(used_by(kernel), has_unreachable_end))
      kernel.addFnAttr(NoteEndsOfSource::k_attribute);
  }
  return blocks_preserved();
}

}  // namespace clc::worker
