// OpenCL C builtins that LLVM 22's SPIR-V backend does not know or gets wrong.
#pragma once

#include <llvm/IR/Module.h>

#include "clc/package/result.h"
#include "clc/package/target.h"

namespace clc::worker {

// Links builtins/spirv.cl where its functions are called, and writes `all`, `any` and plain conversions
// (`convert_int4(uint4)`) as instructions.
Result<void> replace_builtins(llvm::Module& module, const Target& target);

}  // namespace clc::worker
