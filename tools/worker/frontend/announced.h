// Which extensions and features a target announces, and what is said when a kernel uses one that it does not.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <llvm/IR/Module.h>

#include "clc/base/result.h"
#include "clc/package/artifact.h"
#include "clc/package/target.h"

namespace clc::worker {

// A value of -cl-ext that takes back what Clang announces for any SPIR-V and this version and its extensions lack.
std::string unannounced(const Target& spirv);

// True where a module may have the barriers of cl_intel_split_work_group_barrier, of which Clang knows nothing.
bool has_split_barriers(const std::vector<std::string>& spirv_extensions);

// True where an AMD chip has instructions for images.
bool has_images(std::string_view amd_chip);

// Adds to each message about an unknown function what the function needs, where that is known. `absent`: macros that
// the target has and this chip of it has not.
void explain_unknown_functions(std::vector<Diagnostic>& diagnostics, const Target& target,
                               const std::vector<std::string>& absent);

// Device-side enqueue and pipes, which OpenCL C 2.0 has without a macro, are errors; so are some atomics of floating
// point numbers, which Clang declares without one, and images for a chip that has no instructions for them.
Result<void> refuse_unsupported(const llvm::Module& module, const Interface& interface, const Target& target);

}  // namespace clc::worker
