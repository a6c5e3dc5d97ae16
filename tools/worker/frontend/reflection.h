// The interface of a module's kernels, read from Clang's AST.
#pragma once

#include <memory>

#include <clang/AST/ASTConsumer.h>

#include "clc/package/interface.h"

namespace clc::worker {

// Fills `into` when the translation unit is complete and free of errors.
std::unique_ptr<clang::ASTConsumer> make_reflector(Interface& into);

}  // namespace clc::worker
