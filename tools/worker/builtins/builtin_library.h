// Bitcode libraries of builtin functions, in share/clc/builtins beside the programs.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "clc/base/result.h"
#include "clc/package/target.h"

namespace clc::worker {

// The libraries of a target in the order in which they are searched, and the context in which jobs that link them must
// live. A job moves functions out of the libraries, so a process can run only one job.
struct Builtins {
  llvm::LLVMContext context;
  std::vector<std::unique_ptr<llvm::Module>> libraries;
  std::filesystem::path last_library;  // read by the few jobs that still lack a function; empty: there is none
  std::string error;                   // empty: all were read
};

// The files of the libraries.
std::vector<std::string> builtin_paths(const Target& target);

// Reads the libraries at the first call, and each function when a job needs it. Processes forked afterwards share them.
Builtins& builtins_of(const Target& target);

// Moves the functions that `module` calls out of the libraries into it. The module must live in their context.
Result<void> link_builtins(llvm::Module& module, const Target& target);

// An error (k_compile) that names the functions that are called and not defined, except `supplied`, which the driver
// has.
Result<void> refuse_undefined(const llvm::Module& module, std::string_view supplied = {});

}  // namespace clc::worker
