// The commands of clrun. Each returns its exit code, or an error, which main prints.
#pragma once

#include "clc/base/result.h"
#include "options.h"
#include "output.h"

namespace clc::clrun {

Result<int> list_algorithms(const Options& options, Output& output);
Result<int> list_all_devices(const Options& options, Output& output);
Result<int> verify_algorithms(const Options& options, Output& output);
Result<int> bench_algorithms(const Options& options, Output& output);
Result<int> profile_kernels(const Options& options, Output& output);
Result<int> tune_kernels(const Options& options, Output& output);
Result<int> run_algorithm(const Options& options, Output& output);

}  // namespace clc::clrun
