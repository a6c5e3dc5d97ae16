// Lets the driver's own compiler make a module of the device tests: a result that is wrong from the source, too, is the
// driver's, whatever processor it runs on.
#pragma once

#include <string>

namespace clc::device_tests {

// From now on every program of this process is built from the source of the module that set_kernel() named, found
// below `folder` (tests/device), and not from the binary or IL that the runtime hands over.
void build_from_source(const std::string& folder);
bool is_built_from_source();
// The kernel that is wanted next. Sources that can leave out others do (kernels/maths.clh).
void set_kernel(const std::string& module, const std::string& kernel);

}  // namespace clc::device_tests
