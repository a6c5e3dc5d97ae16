// Defines the constants by which AMD's device libraries query the target and the options, and folds the loads of them:
//   @__oclc_daz_opt = external addrspace(4) constant i8        @__oclc_daz_opt = internal addrspace(4) constant i8 1
//   %daz = load i8, ptr addrspace(4) @__oclc_daz_opt
//   %is_on = icmp ne i8 %daz, 0
//   br i1 %is_on, label %flush, label %keep                    br label %flush
// The optimiser would do the same, but at -O0 instructions of other chips would remain, which the backend cannot
// select. Constants that nothing loads are defined as well; a later pass removes them.
#pragma once

#include <string>

#include <llvm/Target/TargetMachine.h>

#include "worker/passes/pass_list.h"

namespace clc::worker {

struct AmdgpuControls {
  std::string arch;
  bool has_wide_waves = false;     // of 64 lanes, on chips that have two sizes
  bool flushes_denormals = false;  // -cl-denorms-are-zero
  bool has_finite_maths = false;   // -cl-finite-math-only
  bool has_relaxed_maths = false;  // -cl-unsafe-math-optimizations
  bool has_exact_roots = false;    // -cl-fp32-correctly-rounded-divide-sqrt
};

class AmdgpuDefineControls : public RequiredPass<AmdgpuDefineControls> {
 public:
  explicit AmdgpuDefineControls(AmdgpuControls controls) : controls_(std::move(controls)) {}
  // The options are words between semicolons: `wave64;daz;finite;unsafe;sqrt`.
  AmdgpuDefineControls(const llvm::TargetMachine& machine, llvm::StringRef options);
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

 private:
  AmdgpuControls controls_;
};

}  // namespace clc::worker
