// The end of the road for nvptx targets: module in, PTX text out, as NVIDIA's OpenCL driver expects it.
#pragma once

#include <llvm/IR/LLVMContext.h>

#include "back_end.h"

namespace clc::worker {

// The context of the builtin libraries; modules that are linked with them must live in it too.
llvm::LLVMContext& nvptx_context();

// Reads the libraries lazily, once; later calls do nothing. Jobs forked afterwards share them.
// What is missing is reported by compile_to_ptx.
void load_nvptx_builtins();

Result<BackEndOutput> compile_to_ptx(const BackEndJob& job);

}  // namespace clc::worker
