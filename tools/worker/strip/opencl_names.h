// Names that belong to OpenCL C.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace clc::worker {

// The identifiers in Clang's OpenCL headers.
const std::set<std::string>& opencl_names();

// Adds all identifiers in `text`, keywords included.
void add_identifiers(std::string_view text, std::set<std::string>& into);

}  // namespace clc::worker
