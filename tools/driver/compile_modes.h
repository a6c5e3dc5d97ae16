// The modes of clc-driver for driver: targets, whose binaries a driver makes.
#pragma once

#include <string>
#include <vector>

#include "clc/base/result.h"

namespace clc {

Result<void> identify(int output, const std::string& name, const std::vector<std::string>& features);
Result<void> build(int output);

}  // namespace clc
