// Compares what two configurations of a kernel left in a buffer.
#pragma once

#include <string>

#include "clc/base/bytes.h"

namespace clc::clrun {

// `type` is the argument's, such as "float4*". With a tolerance above 0, floating-point numbers may differ by that much
// of the expected one and of the root mean square of all expected ones; NaN is like NaN. Everything else is compared
// byte for byte. Empty when they are alike, else the first difference.
std::string compare_results(const std::string& type, double tolerance, BytesView actual, BytesView expected);

}  // namespace clc::clrun
