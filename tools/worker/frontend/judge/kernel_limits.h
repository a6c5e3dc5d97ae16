// Limits of what a kernel may ask for: sizes of work-groups, local memory, and arguments.
#pragma once

#include <cstdint>
#include <optional>

#include <clang/AST/Decl.h>
#include <clang/Basic/Diagnostic.h>

#include "clc/package/interface.h"

namespace clc::worker {

// The level of a warning of ours, to which Clang applies neither -w nor -Werror; nothing under -w.
std::optional<clang::DiagnosticsEngine::Level> level_of_warnings(const clang::DiagnosticsEngine& diagnostics);

// Reports what no device of the target can run, or no package can describe, as errors at the kernel, and warns of what
// the usual ones refuse.
void judge_limits(const clang::FunctionDecl& kernel, const KernelInterface& described);

// Warns of local memory that devices of the target do not have; it is that of the kernel's own variables.
void judge_local_memory(const clang::FunctionDecl& kernel, std::uint64_t bytes);

// The same for a struct that arguments use.
void judge_limits(const StructLayout& layout, clang::ASTContext& context);

}  // namespace clc::worker
