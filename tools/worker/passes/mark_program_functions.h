// Marks the functions that are the program's own. It runs before a builtin library is linked, whose large functions
// stay out of line where LLVM leaves them so (inlining.h), and whose divisions stay exact.
//   define float @f()   becomes   define float @f() "clc-of-program"
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class MarkProgramFunctions : public RequiredPass<MarkProgramFunctions> {
 public:
  static constexpr const char* k_attribute = "clc-of-program";

  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker
