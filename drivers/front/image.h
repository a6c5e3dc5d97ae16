// Images as their commands see them.
#pragma once

#include "front/objects.h"

namespace clc::front {

bool has_images(cl_device_id device);
// Throws CL_INVALID_OPERATION unless a device of the context has images.
void check_has_images(const _cl_context& context);

// True for kinds with a slice pitch.
bool has_slices(const ImageShape& shape);
// The slice pitch that the host is told, of what it sees of the image; 0 for kinds without one.
std::size_t slice_pitch(const _cl_mem& image);

// The image of a command in this queue.
Ref<_cl_mem> image_for(const Ref<_cl_command_queue>& queue, cl_mem handle);

// The texels of an image from `origin` on.
TexelPlace place_of(const _cl_mem& image, const Extent& origin);
// The same as an offset in what the host sees of the image.
std::size_t view_offset(const _cl_mem& image, const Extent& origin);
// Rows of the host's with these pitches, of which 0 is the least; `of_region` is the region that they have.
Box box_of_pitches(const ImageShape& shape, const Extent& of_region, std::size_t row, std::size_t slice,
                   cl_int invalid);

// Copies between images, buffers and the host.
void copy_texels(Stream& stream, const TexelPlace& from, const TexelPlace& to, const Extent& region,
                 std::size_t texel_bytes);

}  // namespace clc::front
