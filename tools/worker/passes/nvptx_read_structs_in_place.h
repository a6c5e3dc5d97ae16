// Reads a kernel's struct where the driver puts it, instead of a copy that is only read. Such copies are those of
// constant structs (nvptx-mark-constant-structs) when everything is inlined; the pass behind it cleans up what is left
// of them.
//   memcpy(%copy, %s, 32); load float, ptr %copy   becomes   load float, ptr %s
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxReadStructsInPlace : public RequiredPass<NvptxReadStructsInPlace> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker
