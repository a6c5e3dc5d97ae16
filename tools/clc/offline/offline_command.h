// cl_offline_compiler: the command by which the Khronos conformance tests compile offline
// (test_common/harness/cl_offline_compiler-interface.txt of OpenCL-CTS).
#pragma once

#include <string>
#include <vector>

#include "clc/base/result.h"
#include "support/sink.h"

namespace clc {

Result<int> offline_command(const std::vector<std::string>& arguments, Sink& sink);

}  // namespace clc
