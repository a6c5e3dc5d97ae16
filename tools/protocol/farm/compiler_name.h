// The name of a compiler that is installed on a build farm's machines, so that it can tell whether it is the one that
// was meant.
#pragma once

#include <map>
#include <string>

namespace clc {

// How clc-worker --batch ends when its name is another one.
inline constexpr int k_is_another_compiler = 3;

// `build_id`: of clc-worker, as the linker made it of the contents. `builtins`: the digests of the libraries that the
// jobs need, by their names. Two compilers of one name give the same results.
std::string compiler_name(const std::string& build_id, const std::map<std::string, std::string>& builtins);

}  // namespace clc
