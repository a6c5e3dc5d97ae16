// Finds the files that sources include, also where these are not plain (plain_source.h): then an installed clc tells it
// once, and the cache keeps its answer for as long as the files stay the same.
#pragma once

#include <string>

#include "known_device.h"
#include "program/include_scan.h"

namespace clc::layer {

// Does the same as closed_program(). Where that needs a preprocessor, clc is asked which files the driver of these
// devices would include.
ClosedProgram close_program(std::string_view source, const std::vector<ProgramHeader>& headers,
                            const std::string& options, const std::vector<cl_device_id>& devices);

}  // namespace clc::layer
