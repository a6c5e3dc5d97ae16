// The families that clc-worker compiles for, each in the folder of its name.
#pragma once

#include "worker/targets/back_end.h"
#include "worker/targets/kernel_symbols.h"

namespace clc::worker {

// All that LLVM has to do for a family.
struct BackEnd {
  // Clang's triple, processor and dialect.
  Machine (*machine)(const Target&, const Language&);
  // Adapts the machine to what kernels ask for; null where there is nothing to choose.
  Result<void> (*choose_waves)(const Interface&, const Target&, Machine&) = nullptr;
  // Adds what `compile` does to IR, for clc-opt.
  void (*add_all_passes)(PassList&, const Target&, const Language&, const BuildOptions&, llvm::TargetMachine&);
  Result<BackEndOutput> (*compile)(const BackEndJob&);
  // The names of the kernels that a finished binary has.
  KernelNames (*kernels)(const std::string& binary);
  bool may_crash_clang = false;  // of sources that Clang reads for other targets
};
extern const BackEnd k_amdgpu_back_end, k_nvptx_back_end, k_r600_back_end, k_spirv_back_end;

// Null for families whose binaries others make.
inline const BackEnd* back_end_of(Family family) {
  switch (family) {
    case Family::k_spirv32:
    case Family::k_spirv64:
      return &k_spirv_back_end;
    case Family::k_nvptx:
    case Family::k_cuda:
      return &k_nvptx_back_end;
    case Family::k_amdgcn:
      return &k_amdgpu_back_end;
    case Family::k_r600:
      return &k_r600_back_end;
    default:
      return nullptr;
  }
}

}  // namespace clc::worker
