// Moves calls of builtins that equal an intrinsic of LLVM into functions of the names that Khronos'
// SPIRV-LLVM-Translator gives to what it writes for intrinsics.
//   %r = call float @_Z4sqrtf(float %x)   becomes   %r = call float @spirv.llvm_sqrt_f32(float %x)
//   where @spirv.llvm_sqrt_f32 calls @_Z4sqrtf
// Portable: that translator reads such a function as the intrinsic, whatever it does (SPIRVReader.cpp, transFunction);
// all others inline it. PoCL inlines no builtin into a kernel from SPIR-V (see spirv-write-out-builtins), but
// vectorises intrinsics. The functions are external, because the translator takes no intrinsic of internal linkage.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvNameIntrinsics : public RequiredPass<SpirvNameIntrinsics> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker
