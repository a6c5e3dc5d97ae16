// Compares pointers as integers: from SPIR-V 1.4 on the backend would emit OpPtrEqual, which the translators of LLVM 14
// and 15 do not know.
//   icmp eq ptr %p, %q   becomes   icmp eq i64 (ptrtoint %p), (ptrtoint %q)
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvCompareAddresses : public RequiredPass<SpirvCompareAddresses> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker
