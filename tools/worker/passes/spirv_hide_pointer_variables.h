// Converts the address of a private structure or array that holds pointers to a number and back at each use. SPIR-V's
// pointers have element types and LLVM's have none; the backend deduces them from uses, and may declare such a variable
// as one pointer, as one row of an array, or as a byte.
//   load ptr, ptr %pair   becomes   load ptr, ptr (inttoptr (ptrtoint %pair))
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvHidePointerVariables : public RequiredPass<SpirvHidePointerVariables> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker
