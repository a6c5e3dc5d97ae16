// Limits of what a kernel may ask for: sizes of work-groups, and arguments.
#pragma once

#include <clang/AST/Decl.h>

#include "clc/package/interface.h"

namespace clc::worker {

// Reports what no device of the target can run, or no package can describe, as errors at the kernel.
void judge_limits(const clang::FunctionDecl& kernel, const KernelInterface& described);

// The same for a struct that arguments use.
void judge_limits(const StructLayout& layout, clang::ASTContext& context);

}  // namespace clc::worker
