#include "worker/passes/nvptx_keep_library_divisions_exact.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "worker/passes/mark_program_functions.h"

namespace clc::worker {

llvm::PreservedAnalyses NvptxKeepLibraryDivisionsExact::run(llvm::Function& function,
                                                            llvm::FunctionAnalysisManager& /*analyses*/) {
  if (function.hasFnAttribute(MarkProgramFunctions::k_attribute)) return llvm::PreservedAnalyses::all();
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (instruction.getOpcode() == llvm::Instruction::FDiv)
      instruction.setMetadata(llvm::LLVMContext::MD_fpmath, nullptr);
  }
  return blocks_preserved();
}

}  // namespace clc::worker
