// The files that sources include which are not plain: an installed clc tells it once, and it is remembered as long as
// the files say the same.
#pragma once

#include <string>

#include "known_device.h"
#include "program/include_scan.h"

namespace clc::layer {

// As closed_program(); where that needs a preprocessor, one is asked what the driver of these devices would include.
ClosedProgram close_program(std::string_view source, const std::vector<ProgramHeader>& headers,
                            const std::string& options, const std::vector<cl_device_id>& devices);

}  // namespace clc::layer
