// The bitcode libraries that the worker links into a kernel for a target, and the folder that they are in.
#pragma once

#include <string>
#include <vector>

#include "clc/package/target.h"

namespace clc {

// The folder of the libraries, found from the path of clc-worker, which must have no symbolic links.
std::string builtins_folder(const std::string& worker);

// The libraries' names in builtins_folder(), in the order of linking. Empty for targets that the worker does not
// compile for.
std::vector<std::string> builtin_files(const Target& target);

}  // namespace clc
