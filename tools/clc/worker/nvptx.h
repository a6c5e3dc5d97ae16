// The end of the road for nvptx targets: module in, PTX text out, as NVIDIA's OpenCL driver expects it.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include "clc/package/bytes.h"
#include "clc/package/interface.h"
#include "clc/package/result.h"

namespace clc::worker {

// The context of the builtin libraries; modules that are linked with them must live in it too.
llvm::LLVMContext& nvptx_context();

// Reads the libraries lazily, once; later calls do nothing. Jobs forked afterwards share them.
// What is missing is reported by compile_to_ptx.
void load_nvptx_builtins();

Result<Bytes> compile_to_ptx(llvm::Module& module, llvm::TargetMachine& machine, int optimization, const Interface& interface);

}  // namespace clc::worker
