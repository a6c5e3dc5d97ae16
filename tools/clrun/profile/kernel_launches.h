// The launches of `clrun profile` and `clrun sanitize`: of algorithms, or of any kernel.
#pragma once

#include <string>
#include <vector>

#include "common/session.h"
#include "options.h"

namespace clc::clrun {

// Adds --kernel and what a launch of it needs.
void add_kernel_options(const CommandLine& line, ProfileOptions& into);

// Refuses options that do not fit together.
Result<void> check_launches(const Options& options);

// Launches the kernels, or runs the algorithms as clrun verify does. Returns what went wrong, a line each.
Result<std::vector<std::string>> launch_all(algorithms::Session& session, const Options& options);

// True where one of the lines of launch_all() says that results are wrong.
bool has_wrong_results(const std::vector<std::string>& problems);

}  // namespace clc::clrun
