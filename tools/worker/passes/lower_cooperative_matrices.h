// Replaces cooperative matrices, which come from Clang as vectors of lengths that no program has (ir/matrix_type.h), by
// what each work-item of a sub-group holds of them.
//   %c = call <N x float> @coop_mat_mulAdd(<A x half> %a, <B x half> %b, <N x float> %c)
// becomes mma.sync on NVIDIA's chips, and elsewhere arithmetic that the work-items share. Functions that take or return
// matrices are inlined. Runs first of all passes, because nothing else should meet such vectors.
#pragma once

#include "clc/package/target.h"
#include "worker/passes/pass_list.h"

namespace clc::worker {

class LowerCooperativeMatrices : public RequiredPass<LowerCooperativeMatrices> {
 public:
  explicit LowerCooperativeMatrices(Target target) : target_(std::move(target)) {}

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

 private:
  Target target_;
};

}  // namespace clc::worker
