// The command line of `clc compile`.
#pragma once

#include <string>
#include <vector>

#include "plan/compile_options.h"

namespace clc {

// `plan`: empty, or "json". False: help was asked for and printed.
Result<bool> read_compile_line(const std::vector<std::string>& words, CompileOptions& options, std::string& plan);

}  // namespace clc
