#include "worker/passes/check_optimized_kernels.h"

#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

#include "worker/ir/call_cycles.h"
#include "worker/ir/failure.h"
#include "worker/ir/kernel_function.h"
#include "worker/passes/note_ends_of_source.h"

namespace clc::worker {
namespace {

// Returns false for a kernel with an endless loop: one that no path leaves for something undefined.
bool is_undefined_throughout(const llvm::Function& kernel) {
  llvm::df_iterator_default_set<const llvm::BasicBlock*> ends_undefined;
  for (const llvm::BasicBlock& block : kernel) {
    if (!llvm::isa<llvm::UnreachableInst>(block.getTerminator())) continue;
    for ([[maybe_unused]] const auto* before : llvm::inverse_depth_first_ext(&block, ends_undefined)) continue;
  }
  return llvm::all_of(llvm::depth_first(&kernel),
                      [&](const llvm::BasicBlock* block) { return ends_undefined.contains(block); });
}

}  // namespace

llvm::PreservedAnalyses CheckOptimizedKernels::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  if (auto straight = refuse_recursion(module); !straight) {
    report_failure(module.getContext(), straight.error());
    return llvm::PreservedAnalyses::all();
  }
  for (llvm::Function& kernel : module) {
    if (!is_kernel(kernel) || kernel.isDeclaration()) continue;
    if (!kernel.hasFnAttribute(NoteEndsOfSource::k_attribute) && is_undefined_throughout(kernel)) {
      report_failure(module.getContext(), ErrorKind::k_compile,
                     "kernel " + kernel.getName().str() +
                         " does something undefined on every path, such as a write through a null "
                         "pointer, and would be left out");
    }
    kernel.removeFnAttr(NoteEndsOfSource::k_attribute);
  }
  return blocks_preserved();
}

}  // namespace clc::worker
