// AMD targets: linked HSA code objects for GCN, CDNA and RDNA; VLIW machine code for R600, for inspection.
#pragma once

#include <llvm/IR/LLVMContext.h>

#include "back_end.h"

namespace clc::worker {

// The context of amdgcn's builtin libraries, which jobs of that family share, and its loading.
llvm::LLVMContext& amdgcn_context();
void load_amdgcn_builtins();

Result<BackEndOutput> compile_to_hsaco(const BackEndJob& job);
Result<BackEndOutput> compile_to_r600(const BackEndJob& job);

}  // namespace clc::worker
