#include "worker/passes/nvptx_limit_registers.h"

#include <string>

#include "worker/ir/kernel_function.h"

namespace clc::worker {

llvm::PreservedAnalyses NvptxLimitRegisters::run(llvm::Function& function,
                                                 llvm::FunctionAnalysisManager& /*analyses*/) {
  if (!is_kernel(function)) return llvm::PreservedAnalyses::all();
  function.addFnAttr("nvvm.maxnreg", std::to_string(registers_));
  return blocks_preserved();
}

}  // namespace clc::worker
