// Bitcode libraries of builtin functions, in share/clc/builtins beside the programs.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "clc/package/result.h"
#include "clc/package/target.h"

namespace clc::worker {

// The libraries of a target, in the order in which they are searched, and the context in which jobs that link them
// have to live. A job takes functions out of them: they serve one job of a process.
struct Builtins {
  llvm::LLVMContext context;
  std::vector<std::unique_ptr<llvm::Module>> libraries;
  std::filesystem::path rest;  // the library for what these lack, which few jobs need: read by the job
  std::string error;           // empty: all were read
};

// Reads them at the first call, each function when it is needed; processes forked afterwards share them.
Builtins& builtins_of(const Target& target);

// Takes what `module`, which lives in their context, calls out of the libraries.
Result<void> link_builtins(llvm::Module& module, const Target& target);

// A function that is called and that nothing defines is an error (k_compile) that names it.
// `supplied` is one that the driver brings.
Result<void> refuse_undefined(const llvm::Module& module, std::string_view supplied = {});

}  // namespace clc::worker
