// The bitcode libraries that the worker links into what it compiles: which, for a target, and where they are.
#pragma once

#include <string>
#include <vector>

#include "clc/package/target.h"

namespace clc {

// Beside the programs; `worker` is clc-worker's path, without symbolic links.
std::string builtins_folder(const std::string& worker);

// Where libdevice of the CUDA toolkit is looked for, in the order of docs/targets.md; the first that there is counts.
std::vector<std::string> libdevice_paths();

// Of a target that the worker compiles for, in the order of linking, as names in builtins_folder(). Where there is
// a libdevice it takes the place of k_own_libdevice.
inline constexpr const char* k_own_libdevice = "nvptx64-maths.bc";
std::vector<std::string> builtin_files(const Target& target);

}  // namespace clc
