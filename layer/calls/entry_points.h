// The OpenCL functions that the layer puts in front of those of the next layer.
#pragma once

#include "next_layer.h"

namespace clc::layer {

// The table for the loader. Functions that the layer does not follow are null in it: the loader then calls the next
// layer's directly.
const Dispatch& entry_points();

}  // namespace clc::layer
