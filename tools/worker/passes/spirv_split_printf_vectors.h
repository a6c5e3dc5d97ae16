// Gives printf the elements of vectors of less than 64 bits, with a conversion for each.
//   printf("%v2hhd", <2 x i8> %v)   becomes   printf("%d,%d", i32 sext(%v0), i32 sext(%v1))
// PoCL 6.0 reads such a vector as the number as which x86-64's compilers pass it, but from SPIR-V it is passed as a
// vector, or as three elements: what is printed is wrong, and a `%s` behind it ends the process. It goes when PoCL's
// translation passes what its printf reads.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvSplitPrintfVectors : public RequiredPass<SpirvSplitPrintfVectors> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker
