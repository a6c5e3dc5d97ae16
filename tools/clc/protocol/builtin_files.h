// The bitcode libraries that the worker links into what it compiles: which, for a target, and where they are.
#pragma once

#include <string>
#include <vector>

#include "clc/package/target.h"

namespace clc {

// Beside the programs; `worker` is clc-worker's path, without symbolic links.
std::string builtins_folder(const std::string& worker);

// Of a target that the worker compiles for, in the order of linking, as names in builtins_folder().
std::vector<std::string> builtin_files(const Target& target);

}  // namespace clc
