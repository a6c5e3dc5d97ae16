#include "worker/passes/nvptx_set_work_group_sizes.h"

#include <string>

#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>

#include "worker/ir/kernel_function.h"

namespace clc::worker {

llvm::PreservedAnalyses NvptxSetWorkGroupSizes::run(llvm::Function& function,
                                                    llvm::FunctionAnalysisManager& /*analyses*/) {
  const llvm::MDNode* sizes = function.getMetadata("reqd_work_group_size");
  if (!is_kernel(function) || sizes == nullptr) return llvm::PreservedAnalyses::all();
  std::string text;
  for (const llvm::MDOperand& size : sizes->operands()) {
    const auto* number = llvm::mdconst::extract<llvm::ConstantInt>(size);
    text += (text.empty() ? "" : ",") + std::to_string(number->getZExtValue());
  }
  function.addFnAttr("nvvm.reqntid", text);
  return blocks_preserved();
}

}  // namespace clc::worker
