// Errors of passes. A pass of LLVM's returns no error, so it reports one, and whoever runs the passes asks for it.
#pragma once

#include <optional>
#include <string>

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/LLVMContext.h>

#include "clc/base/result.h"

namespace clc::worker {

// Reports that a pass could not do what it is for. The first report counts.
void report_failure(llvm::LLVMContext& context, ErrorKind kind, const std::string& message);
void report_failure(llvm::LLVMContext& context, const Error& error);

// Calls `run`, and returns the first failure that was reported meanwhile. Other diagnostics go where they went before.
Result<void> catch_failure(llvm::LLVMContext& context, llvm::function_ref<void()> run);

}  // namespace clc::worker
