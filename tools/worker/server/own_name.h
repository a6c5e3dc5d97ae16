// Who compiles, where a build farm's machine has its own clc.
#pragma once

#include <span>
#include <string>

namespace clc::worker {

// The name of this program with these of its libraries of builtins, as compiler_name() makes it; empty: it has none.
std::string own_name(std::span<const char* const> builtins);

}  // namespace clc::worker
