// --strip: takes names and debug information, which only people need, out of a kernel.
#pragma once

#include <cstdint>
#include <vector>

#include <llvm/IR/Module.h>

#include "clc/package/interface.h"
#include "worker/frontend/invocation.h"

namespace clc::worker {

// SPIR-V without names and debug instructions. Kernels keep their names, and arguments too, unless these are stripped.
std::vector<std::uint32_t> strip_spirv(const std::vector<std::uint32_t>& words, const Language& language);

// Gives the arguments in the metadata of kernels the types of `interface`, which are without typedefs and enumerations.
void resolve_argument_types(llvm::Module& module, const Interface& interface);

// Resolves the typedefs in types, and names arguments a0, a1, … when these are stripped. Structs keep their names,
// because a host program has to know them.
void strip_interface(Interface& interface, const Language& language);

}  // namespace clc::worker
