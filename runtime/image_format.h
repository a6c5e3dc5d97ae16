// Formats of texels in the words of messages.
#pragma once

#include <string>
#include <vector>

#include <CL/cl.h>

namespace clc {

// Returns "CL_RGBA, CL_UNORM_INT8" and the like.
std::string image_format_name(const cl_image_format& format);

// Names those of `formats` that are nearest to `asked`: those with its channels, or else those with its type, or else
// all.
std::string formats_text(const std::vector<cl_image_format>& formats, const cl_image_format& format);

}  // namespace clc
