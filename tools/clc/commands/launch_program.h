// A captured launch as a program in C that needs nothing but OpenCL: for those who have no clc, such as a driver's
// maker.
#pragma once

#include <string>
#include <vector>

#include "recording/capture.h"
#include "recording/recording.h"

namespace clc {

// The program, for the folder that unpack_capture() makes. `options`: of the build, seen from there. Empty for launches
// whose arguments share memory, for arrays of images and images of buffers.
std::string launch_program(const Capture& capture, const RecordedProgram& program, const std::string& options);

}  // namespace clc
