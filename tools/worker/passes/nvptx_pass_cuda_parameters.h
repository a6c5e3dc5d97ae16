// Gives kernels the parameters that libclc-cuda.so passes to CUDA's driver. It runs after the optimiser, which knows
// more of constant memory than of global memory.
//   ptr addrspace(3) %local      becomes   i32, the offset in the dynamic shared memory @clc_dynamic_local
//   ptr addrspace(4) %constant   becomes   ptr addrspace(1): buffers are in global memory; loads get !invariant.load
// Behind them are four more i32: the global offset in three dimensions, and the number of dimensions, for %envreg3 to 5
// and %envreg9 of NVIDIA's OpenCL driver. Pointers that come from memory, and the program's constants that meet such a
// pointer or a constant argument, are in global memory, too; all of them where they have more than the chips' 64 KB.
#pragma once

#include <array>

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxPassCudaParameters : public RequiredPass<NvptxPassCudaParameters> {
 public:
  static constexpr std::array<llvm::Intrinsic::ID, 4> k_hidden = {
      llvm::Intrinsic::nvvm_read_ptx_sreg_envreg3, llvm::Intrinsic::nvvm_read_ptx_sreg_envreg4,
      llvm::Intrinsic::nvvm_read_ptx_sreg_envreg5, llvm::Intrinsic::nvvm_read_ptx_sreg_envreg9};

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

// True for a pointer to constant memory.
bool is_constant_pointer(const llvm::Type* type);

// The shared memory whose size is given at each launch.
llvm::GlobalVariable& dynamic_local_memory(llvm::Module& module);

}  // namespace clc::worker
