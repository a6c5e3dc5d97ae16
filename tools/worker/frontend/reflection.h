// The interface of a module's kernels, read from Clang's AST.
#pragma once

#include <memory>
#include <vector>

#include <clang/AST/ASTConsumer.h>

#include "clc/package/interface.h"

namespace clc::worker {

// Fills `into` when the translation unit is complete and free of errors. Warns of a source without kernels, unless it
// `is_linked` with others.
std::unique_ptr<clang::ASTConsumer> make_reflector(Interface& into, bool is_linked);

// The interface of all sources of a module. Structs that they define in different ways are left out.
Interface merged(std::vector<Interface> interfaces);

}  // namespace clc::worker
