#include "worker/passes/nvptx_set_work_group_sizes.h"

#include <string>

#include "worker/ir/kernel_function.h"

namespace clc::worker {

llvm::PreservedAnalyses NvptxSetWorkGroupSizes::run(llvm::Function& function,
                                                    llvm::FunctionAnalysisManager& /*analyses*/) {
  const std::vector<std::uint64_t> sizes = required_group_size(function);
  if (!is_kernel(function) || sizes.empty()) return llvm::PreservedAnalyses::all();
  std::string text;
  for (const std::uint64_t size : sizes) text += (text.empty() ? "" : ",") + std::to_string(size);
  function.addFnAttr("nvvm.reqntid", text);
  return blocks_preserved();
}

}  // namespace clc::worker
