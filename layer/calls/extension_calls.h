// Extension functions that concern programs, and that applications get by address.
#pragma once

#include <cstddef>

#include "next_layer.h"

namespace clc::layer {

// Returns the layer's wrapper of an extension function, or `below`, the next layer's function, when the layer has none.
void* extension_function(const char* name, void* below);

// Makes the layer follow a program that was created from IL.
cl_program follow_il(cl_program handle, cl_context context, const void* il, std::size_t size);

}  // namespace clc::layer
