// The times of kernels in a recording, for `clc report --measured`.
#pragma once

#include <string>
#include <vector>

#include "clc/base/result.h"
#include "insight/report/measured.h"

namespace clc {

// Launches of one kernel with one size on one device are one, also of several runs.
Result<std::vector<MeasuredLaunch>> recorded_times(const std::string& folder);

}  // namespace clc
