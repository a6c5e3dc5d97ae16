// A captured launch as a program in C that needs nothing but OpenCL: for those who have no clc, such as a driver's
// maker.
#pragma once

#include <string>
#include <vector>

#include "recording/capture.h"
#include "recording/recording.h"

namespace clc {

// Options of a build, seen from the folder of the program.
struct LaunchOptions {
  std::string known;      // to all drivers
  std::string of_driver;  // of the driver that was recorded; another one builds without them
};

// The program, for the folder that unpack_capture() makes. Empty for launches whose arguments share memory, for arrays
// of images and images of buffers.
std::string launch_program(const Capture& capture, const RecordedProgram& program, const LaunchOptions& options);

}  // namespace clc
