// The calls that only `clc capture` has to see.
#pragma once

#include "next_layer.h"

namespace clc::layer {

// Puts them into the table.
void add_capturing_calls(Dispatch& table);

}  // namespace clc::layer
