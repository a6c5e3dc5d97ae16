// Gives the execution mode `ContractionOff` to each kernel in which a driver might contract more than C permits: one
// with a product that is not marked `contract` and whose result may reach a sum. If another function has such a
// product, all kernels get the mode, as any may call it. With `permits_all` (-cl-mad-enable) no kernel gets it.
//   %p = fmul float %a, %b       adds   !spirv.ExecutionMode = !{!0}   !0 = !{ptr @kernel, i32 31}
//   %s = fadd float %p, %c
// Functions in which drivers may not contract get the attribute "contraction-off", which spirv-lower-fmuladd reads.
// Portable: the pass also adds `!opencl.enable.FP_CONTRACT`, without which LLVM 22's SPIR-V backend writes
// `ContractionOff` into every kernel, so that drivers never fuse a product and a sum.
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
