// Gives the execution mode `ContractionOff` to each kernel in which a driver might contract more than C permits: one
// with a product that is not marked `contract` and whose result may reach a sum. One such function that is no kernel
// forbids it in all kernels, as any may call it. With `permits_all` (-cl-mad-enable) no kernel gets it.
//   %p = fmul float %a, %b       adds   !spirv.ExecutionMode = !{!0}   !0 = !{ptr @kernel, i32 31}
//   %s = fadd float %p, %c
// Functions in which drivers may not contract get the attribute "contraction-off", which spirv-lower-fmuladd reads.
// Portable: LLVM 22's SPIR-V backend writes `ContractionOff` into every kernel that is not described by this metadata,
// so that a product and a sum never become one operation.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvEmitContractionOff : public RequiredPass<SpirvEmitContractionOff> {
 public:
  explicit SpirvEmitContractionOff(bool permits_all) : permits_all_(permits_all) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

 private:
  bool permits_all_;
};

}  // namespace clc::worker
