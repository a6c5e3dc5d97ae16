// Functions of extensions that applications get by address, and that concern programs.
#pragma once

#include <cstddef>

#include "next_layer.h"

namespace clc::layer {

// The layer's function for a name, which calls `below`, the one that the next layer gave for it. `below` where the
// layer has none.
void* extension_function(const char* name, void* below);

// Lets the layer follow a program from IL.
cl_program follow_il(cl_program handle, cl_context context, const void* il, std::size_t size);

}  // namespace clc::layer
