// Redirects the reads of a local copy of a kernel's constant struct (mark-constant-structs) to the parameter, if
// nothing else is written to the copy. Such copies remain when everything is inlined. InstCombine and GVN, which the
// pass then runs, clean up the rest.
//   memcpy(%copy, %s, 32); load float, ptr %copy   becomes   load float, ptr %s
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxReadStructsInPlace : public RequiredPass<NvptxReadStructsInPlace> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker
