// Lets an installed clc compile a program, in a process of its own that loads no OpenCL layer.
#pragma once

#include "clc/package/package.h"
#include "clc/runtime/device.h"
#include "program_identity.h"

namespace clc::layer {

// A package with one module of one variant, for this device. k_unavailable: there is no clc.
Result<Package> compile_offline(const ProgramIdentity& program, const Device& device);

}  // namespace clc::layer
