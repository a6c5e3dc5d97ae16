// Formats of texels as text, for messages.
#pragma once

#include <string>
#include <vector>

#include <CL/cl.h>

namespace clc {

// "CL_RGBA, CL_UNORM_INT8"
std::string image_format_name(const cl_image_format& format);

// Names those of `formats` that are nearest to the one that was asked for: those of its channels, those of its type,
// else all.
std::string formats_text(const std::vector<cl_image_format>& formats, const cl_image_format& asked);

}  // namespace clc
