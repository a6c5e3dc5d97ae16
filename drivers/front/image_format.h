// Formats of images: how large texels are, and a colour as a texel.
#pragma once

#include <optional>

#include "front/device.h"

namespace clc::front {

// The bytes of a texel. None: the front does not know the format, and no device has it. Throws
// CL_INVALID_IMAGE_FORMAT_DESCRIPTOR when OpenCL has no such format.
std::optional<std::size_t> texel_bytes(const cl_image_format& format);

bool is_same(const cl_image_format& one, const cl_image_format& other);

// The texel of a colour as clEnqueueFillImage takes it: four numbers `float`, `int` or `unsigned`.
std::vector<std::uint8_t> texel_of(const cl_image_format& format, const void* colour);

}  // namespace clc::front
