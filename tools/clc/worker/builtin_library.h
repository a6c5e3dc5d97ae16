// Bitcode libraries of builtin functions, in share/clc/builtins beside the programs.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "clc/package/result.h"

namespace clc::worker {

std::filesystem::path builtins_folder();

// Functions are read when they are needed.
Result<std::unique_ptr<llvm::Module>> load_library(const std::filesystem::path& file, llvm::LLVMContext& context);

// A function that is called and that nothing defines is an error (k_compile) that names it.
// `supplied` is one that the driver brings.
Result<void> refuse_undefined(const llvm::Module& module, std::string_view supplied = {});

// Takes what `module` calls out of `library`.
Result<void> link_needed(llvm::Module& module, std::unique_ptr<llvm::Module> library);

}  // namespace clc::worker
