// The OpenCL layer of clc, and the environment that brings it into a program.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "clc/base/result.h"

namespace clc {

using Settings = std::vector<std::pair<std::string, std::string>>;

// The path of libclc-layer.so; k_unavailable when it is missing.
Result<std::string> find_opencl_layer();

// OPENCL_LAYERS with the layer added to those that are there.
std::pair<std::string, std::string> layers_setting(const std::string& layer);

}  // namespace clc
