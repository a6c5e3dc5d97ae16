// The messages of a driver while it built a program.
#pragma once

#include <string>

#include <CL/cl.h>

namespace clc {

// The build log of `program` for `device`; empty where the driver has none.
std::string read_build_log(cl_program program, cl_device_id device);

}  // namespace clc
