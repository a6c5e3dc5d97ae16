#include "worker/passes/nvptx_define_controls.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>

namespace clc::worker {
namespace {

void define_control(llvm::Module& module, llvm::StringRef name, bool value) {
  llvm::GlobalVariable* control = module.getGlobalVariable(name);
  if (control == nullptr) return;
  control->setInitializer(llvm::ConstantInt::get(control->getValueType(), value ? 1 : 0));
  control->setLinkage(llvm::GlobalValue::InternalLinkage);
}

}  // namespace

llvm::PreservedAnalyses NvptxDefineControls::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  define_control(module, "clc_is_sqrt_exact", has_exact_roots_);
  define_control(module, "clc_is_relaxed", is_relaxed_);
  define_control(module, "clc_has_surfaces_of_buffers", has_surfaces_of_buffers_);
  return blocks_preserved();
}

}  // namespace clc::worker
