// --strip: takes out of what is made for a target what only people need.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <llvm/IR/Module.h>

#include "clc/package/interface.h"
#include "worker/frontend/frontend.h"
#include "worker/frontend/invocation.h"

namespace clc::worker {

// Debug information, names of files, and names of everything but kernels. Nothing when --strip was not given.
void strip_module(llvm::Module& module, const Language& language);

// Names and debug instructions of SPIR-V; kernels keep theirs, and arguments unless those are stripped, too.
std::vector<std::uint32_t> strip_spirv(const std::vector<std::uint32_t>& words, const Language& language);

// Types without typedefs; arguments are called a0, a1, … when they are stripped. Structs are what a host program has to
// know, and keep their names.
void strip_interface(Interface& interface, const Language& language);

// The text for a driver, wholly preprocessed, without line markers, and with every name replaced that `names` holds and
// the stripped interface does not tell.
std::string strip_source(const std::string& text, const DeclaredNames& names, const Interface& interface);

// The identifiers of Clang's OpenCL headers.
const std::set<std::string>& opencl_names();

}  // namespace clc::worker
