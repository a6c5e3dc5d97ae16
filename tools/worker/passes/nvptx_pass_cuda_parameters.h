// Gives kernels the parameters that libclc-cuda.so passes to CUDA's driver. It runs after the optimiser, which knows
// more of constant memory than of global memory.
//   ptr addrspace(3) %local      becomes   i32, the offset in the dynamic shared memory @clc_dynamic_local
//   ptr addrspace(4) %constant   becomes   ptr addrspace(1): buffers are in global memory; loads get !invariant.load
// Behind them are eight more i32, for %envreg3 to 5, 9, 1, 2, 7 and 8 of NVIDIA's OpenCL driver: the first global id of
// this part of the launch in three dimensions, the number of dimensions, and, as CUDA's grids are short in y and z,
// this part's first group and the number of groups there. Pointers that come from memory, and the program's constants
// that meet such a pointer or a constant argument, are in global memory, too; all of them where they have more than the
// chips' 64 KB.
#pragma once

#include <array>

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include "worker/passes/pass_list.h"

namespace clc::worker {

class NvptxPassCudaParameters : public RequiredPass<NvptxPassCudaParameters> {
 public:
  static constexpr std::array<llvm::Intrinsic::ID, 8> k_hidden = {
      llvm::Intrinsic::nvvm_read_ptx_sreg_envreg3, llvm::Intrinsic::nvvm_read_ptx_sreg_envreg4,
      llvm::Intrinsic::nvvm_read_ptx_sreg_envreg5, llvm::Intrinsic::nvvm_read_ptx_sreg_envreg9,
      llvm::Intrinsic::nvvm_read_ptx_sreg_envreg1, llvm::Intrinsic::nvvm_read_ptx_sreg_envreg2,
      llvm::Intrinsic::nvvm_read_ptx_sreg_envreg7, llvm::Intrinsic::nvvm_read_ptx_sreg_envreg8};

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

// True for a pointer to constant memory.
bool is_constant_pointer(const llvm::Type* type);

// The shared memory whose size is given at each launch.
llvm::GlobalVariable& dynamic_local_memory(llvm::Module& module);

}  // namespace clc::worker
