// The commands of clrun. Each gives the exit code; an Error is shown and gives its own.
#pragma once

#include <string>
#include <vector>

#include "clc/base/result.h"
#include "support/sink.h"

namespace clc::clrun {

Result<int> list_algorithms(const std::vector<std::string>& arguments, Sink& sink);
Result<int> list_all_devices(const std::vector<std::string>& arguments, Sink& sink);
Result<int> verify_algorithms(const std::vector<std::string>& arguments, Sink& sink);
Result<int> bench_algorithms(const std::vector<std::string>& arguments, Sink& sink);
Result<int> profile_kernels(const std::vector<std::string>& arguments, Sink& sink);
Result<int> sanitize_kernels(const std::vector<std::string>& arguments, Sink& sink);
Result<int> tune_kernels(const std::vector<std::string>& arguments, Sink& sink);
Result<int> run_algorithm(const std::vector<std::string>& arguments, Sink& sink);

}  // namespace clc::clrun
