// Finds the files that a source includes, also when the source is not plain (plain_source.h): an installed clc then
// lists them once, and the cache keeps the list for as long as the files stay the same.
#pragma once

#include <string>

#include "known_device.h"
#include "program/include_scan.h"

namespace clc::layer {

// Does the same as closed_program(). When that needs a preprocessor, clc lists the files that the driver of these
// devices would include.
ClosedProgram close_program(std::string_view source, const std::vector<ProgramHeader>& headers,
                            const std::string& options, const std::vector<cl_device_id>& devices);

}  // namespace clc::layer
