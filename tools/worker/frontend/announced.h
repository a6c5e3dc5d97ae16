// Which extensions and features a target announces, and what is said when a kernel uses one that it does not.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/Module.h>

#include "clc/package/artifact.h"
#include "clc/package/target.h"

namespace clc::worker {

// A value of -cl-ext that takes back what Clang announces for any SPIR-V and this version and its extensions lack.
std::string unannounced(const Target& spirv);

// True where a module may have the barriers of cl_intel_split_work_group_barrier, of which Clang knows nothing.
bool has_split_barriers(const std::vector<std::string>& spirv_extensions);

// True where an AMD chip has instructions for images.
bool has_images(std::string_view amd_chip);

// Facts of a compilation: its target, and the extensions and language that are there.
struct Announced {
  const Target& target;
  const llvm::StringMap<bool>& extensions;  // of the target, some of them from a later version of the language on
  unsigned version;                         // of the language: 120
  const std::vector<std::string>& absent;   // macros that the target has and this chip of it has not
};

// Adds to each error about an unknown function or type what it needs, where that is known.
void explain_unknown_names(std::span<Diagnostic> diagnostics, const Announced& announced);

// Returns what the module uses and the target lacks: device-side enqueue and pipes, which OpenCL C 2.0 has without a
// macro; some atomics of floating point numbers, which Clang declares without one; images for a chip that has no
// instructions for them. Empty: nothing.
std::string unsupported(const llvm::Module& module, const Interface& interface, const Target& target);

}  // namespace clc::worker
