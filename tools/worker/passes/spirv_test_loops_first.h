// Undoes loop rotation where the trip count is not computable.
//   guard:  br i1 %any, label %body, label %exit               guard:  br label %test
//   body:   %v = phi [ %first, %guard ], [ %next, %body ]       test:   %v = phi [ %first, %guard ], [ %next, %body ]
//           ...                                                         %go = phi [ %any, %guard ], [ %more, %body ]
//           br i1 %more, label %body, label %exit     becomes           br i1 %go, label %body, label %exit
//   exit:   %r = phi [ %first, %guard ], [ %next, %body ]       body:   ...
//                                                                       br label %test
// Portable: Mesa's llvmpipe executes work-items as lanes of vectors. Within a guarded loop it combines the guard's mask
// with those of all tests, and after a test at the end it copies the values of the next iteration under a mask that
// waits for that test: `mandelbrot` takes 1.4 times as long. Drivers that optimise by LLVM rotate it again. Counted
// loops stay, because their test waits for nothing.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvTestLoopsFirst : public RequiredPass<SpirvTestLoopsFirst> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker
