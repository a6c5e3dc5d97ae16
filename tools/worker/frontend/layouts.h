// Types of kernel arguments as OpenCL C would spell them without typedefs, and the layouts of structs among them.
#pragma once

#include <string>

#include <clang/AST/ASTContext.h>
#include <clang/AST/Type.h>

#include "clc/package/interface.h"

namespace clc::worker {

// As OpenCL C spells a type: `unsigned int` is `uint`, without qualifiers.
std::string spelling(clang::QualType type, const clang::PrintingPolicy& policy);

// The same through typedefs, enumerations and atomics: "float4", "Light*", "uint[4]".
std::string plain_spelling(clang::QualType type, const clang::ASTContext& context);

// Adds the layouts of the structs that a type is, points to, or holds, each once.
void add_layouts(clang::QualType type, const clang::ASTContext& context, std::vector<StructLayout>& into);

}  // namespace clc::worker
