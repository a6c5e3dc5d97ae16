#include "worker/ir/optimized_module.h"

#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

#include "worker/frontend/judge/call_cycles.h"
#include "worker/ir/optimizer.h"

namespace clc::worker {
namespace {

constexpr const char* k_may_end = "clc-may-end";

bool has_end_of_source(const llvm::GlobalValue* value) {
  const auto* function = llvm::dyn_cast<llvm::Function>(value);
  return function != nullptr && llvm::any_of(*function, [](const llvm::BasicBlock& block) {
           return llvm::isa_and_nonnull<llvm::UnreachableInst>(block.getTerminator());
         });
}

bool is_lost(const llvm::Function& kernel) {
  bool is_undefined = false;
  for (const llvm::BasicBlock* block : llvm::depth_first(&kernel)) {
    if (llvm::isa<llvm::ReturnInst>(block->getTerminator())) return false;
    is_undefined = is_undefined || llvm::isa<llvm::UnreachableInst>(block->getTerminator());
  }
  return is_undefined;
}

}  // namespace

void note_ends_of_source(llvm::Module& module) {
  if (llvm::none_of(module, [](const llvm::Function& function) { return has_end_of_source(&function); })) return;
  for (llvm::Function& kernel : module) {
    if (is_kernel(kernel) && llvm::any_of(used_by(kernel), has_end_of_source)) kernel.addFnAttr(k_may_end);
  }
}

Result<void> judge_optimized(llvm::Module& module) {
  if (auto straight = refuse_recursion(module); !straight) return straight;
  for (llvm::Function& kernel : module) {
    if (!is_kernel(kernel) || kernel.isDeclaration()) continue;
    if (!kernel.hasFnAttribute(k_may_end) && is_lost(kernel)) {
      return fail(ErrorKind::k_compile, "kernel " + kernel.getName().str() +
                                            " does something undefined on every path, such as a write through a null "
                                            "pointer, and would be left out");
    }
    kernel.removeFnAttr(k_may_end);
  }
  return {};
}

}  // namespace clc::worker
