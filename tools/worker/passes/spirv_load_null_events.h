// Loads null events that a phi, a select or a return names: LLVM 22's backend takes the constant only where it is
// stored or passed to a function.
//   %e = phi target("spirv.Event") [ zeroinitializer, %entry ], …
// becomes, with %null loaded from a variable in which the entry has stored it,
//   %e = phi target("spirv.Event") [ %null, %entry ], …
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvLoadNullEvents : public RequiredPass<SpirvLoadNullEvents> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker
