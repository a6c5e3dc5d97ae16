// Marks the program's own functions before a builtin library is linked. Large library functions, which are not marked,
// stay out of line unless LLVM itself inlines them (inlining.h), and keep their divisions exact.
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
