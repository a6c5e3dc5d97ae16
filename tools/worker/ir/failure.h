// Errors of passes. A pass of LLVM cannot return an error, so it reports one to the context, and the code that runs the
// passes catches it.
#pragma once

#include <optional>
#include <string>

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/LLVMContext.h>

#include "clc/base/result.h"

namespace clc::worker {

// Reports the failure of a pass. Only the first report counts.
void report_failure(llvm::LLVMContext& context, ErrorKind kind, const std::string& message);
void report_failure(llvm::LLVMContext& context, const Error& error);

// Calls `run`, and returns the first failure reported in it. Other diagnostics go to the context's previous handler.
Result<void> catch_failure(llvm::LLVMContext& context, llvm::function_ref<void()> run);

}  // namespace clc::worker
