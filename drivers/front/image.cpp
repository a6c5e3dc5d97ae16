// Images: their making and their queries.
#include "front/image.h"

#include <algorithm>
#include <iterator>

#include "front/answer.h"
#include "front/api.h"
#include "front/buffer.h"
#include "front/commands.h"
#include "front/image_format.h"

namespace clc::front {
namespace {

bool is_1d_array(const ImageShape& shape) {
  return shape.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
}

bool is_kind(cl_mem_object_type type) {
  return type >= CL_MEM_OBJECT_IMAGE2D && type <= CL_MEM_OBJECT_IMAGE1D_BUFFER;
}

Extent size_of(const cl_image_desc& wanted) {
  switch (wanted.image_type) {
    case CL_MEM_OBJECT_IMAGE1D:
    case CL_MEM_OBJECT_IMAGE1D_BUFFER:
      return {wanted.image_width, 1, 1};
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
      return {wanted.image_width, wanted.image_array_size, 1};
    case CL_MEM_OBJECT_IMAGE2D:
      return {wanted.image_width, wanted.image_height, 1};
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
      return {wanted.image_width, wanted.image_height, wanted.image_array_size};
    case CL_MEM_OBJECT_IMAGE3D:
      return {wanted.image_width, wanted.image_height, wanted.image_depth};
    default:
      throw Failure(CL_INVALID_IMAGE_DESCRIPTOR);
  }
}

Extent most_of(const ImageLimits& limits, cl_mem_object_type type) {
  switch (type) {
    case CL_MEM_OBJECT_IMAGE1D:
      return {limits.width, 1, 1};
    case CL_MEM_OBJECT_IMAGE1D_BUFFER:
      return {limits.buffer_texels, 1, 1};
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
      return {limits.width, limits.layers, 1};
    case CL_MEM_OBJECT_IMAGE2D:
      return {limits.width, limits.height, 1};
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
      return {limits.width, limits.height, limits.layers};
    default:
      return limits.volume;
  }
}

bool fits(const ImageLimits& limits, const ImageShape& shape) {
  const Extent most = most_of(limits, shape.type);
  for (unsigned d = 0; d < 3; ++d) {
    if (shape.size[d] > most[d]) return false;
  }
  return true;
}

// True when images can have the access that the flags name; 0 is any.
bool can_access(const ImageLimits& limits, cl_mem_flags flags) {
  return (flags & CL_MEM_KERNEL_READ_AND_WRITE) == 0 || limits.read_write_arguments != 0;
}

bool is_among(const std::vector<cl_image_format>& formats, const cl_image_format& format) {
  return std::any_of(formats.begin(), formats.end(), [&](const cl_image_format& one) { return is_same(one, format); });
}

// The lists of formats of images of a kind with this access.
std::vector<const std::vector<cl_image_format>*> formats_of(const ImageLimits& limits, cl_mem_object_type type,
                                                            cl_mem_flags flags) {
  constexpr cl_mem_flags k_written = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_KERNEL_READ_AND_WRITE;
  std::vector<const std::vector<cl_image_format>*> lists{&limits.formats};
  if (type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY) lists.push_back(&limits.depth_formats);
  if (type != CL_MEM_OBJECT_IMAGE1D_BUFFER && (flags & k_written) == 0) lists.push_back(&limits.read_only_formats);
  return lists;
}

// `flags` are 0 where any access will do.
bool has_format(const ImageLimits& limits, const ImageShape& shape, cl_mem_flags flags) {
  const auto lists = formats_of(limits, shape.type, flags);
  return std::any_of(lists.begin(), lists.end(), [&](const auto* list) { return is_among(*list, shape.format); });
}

// The device that has the image.
cl_device_id device_for(const _cl_context& context, const ImageShape& shape, cl_mem_flags flags) {
  cl_int trouble = CL_IMAGE_FORMAT_NOT_SUPPORTED;
  for (const cl_device_id device : context.devices) {
    const ImageLimits& limits = device->facts.images;
    if (!has_format(limits, shape, flags) || !can_access(limits, flags)) continue;
    if (fits(limits, shape)) return device;
    trouble = CL_INVALID_IMAGE_SIZE;
  }
  throw Failure(trouble);
}

std::size_t bytes_of(const ImageShape& shape, const Box& box) {
  return (shape.size[2] - 1) * box.slice + (shape.size[1] - 1) * box.row + shape.size[0] * shape.texel_bytes;
}

void check_description(const cl_image_desc& wanted, const ImageShape& shape, const void* host) {
  const bool has_size = shape.size[0] != 0 && shape.size[1] != 0 && shape.size[2] != 0;
  require(has_size && wanted.num_mip_levels == 0 && wanted.num_samples == 0, CL_INVALID_IMAGE_DESCRIPTOR);
  const bool has_pitches = wanted.image_row_pitch != 0 || wanted.image_slice_pitch != 0;
  require(!has_pitches || host != nullptr || wanted.mem_object != nullptr, CL_INVALID_IMAGE_DESCRIPTOR);
  require(wanted.image_row_pitch % shape.texel_bytes == 0, CL_INVALID_IMAGE_DESCRIPTOR);
}

// Takes the image's texels from a buffer.
void use_buffer(_cl_mem& image, cl_mem handle, cl_device_id device) {
  auto buffer = checked(handle, CL_INVALID_IMAGE_DESCRIPTOR);
  const ImageLimits& limits = device->facts.images;
  const bool is_2d = image.shape.type == CL_MEM_OBJECT_IMAGE2D;
  require(!is_2d || limits.pitch_alignment != 0, CL_INVALID_OPERATION);
  const bool can_be = image.shape.type == CL_MEM_OBJECT_IMAGE1D_BUFFER || is_2d;
  require(can_be && buffer->is_buffer() && buffer->context == image.context, CL_INVALID_IMAGE_DESCRIPTOR);
  if (is_2d) {
    require(image.view.row % (limits.pitch_alignment * image.shape.texel_bytes) == 0, CL_INVALID_IMAGE_DESCRIPTOR);
    require(buffer->offset % (limits.base_alignment * image.shape.texel_bytes) == 0, CL_INVALID_IMAGE_DESCRIPTOR);
  }
  require(image.size <= buffer->size, CL_INVALID_IMAGE_SIZE);
  image.flags = inherited_flags(image.flags, buffer->flags);
  image.host = buffer->host;
  image.offset = buffer->offset;
  image.parent = std::move(buffer);
  const ImageBuffer texels{&image.memory(), image.offset, is_2d ? image.view.row : image.size};
  image.image = ask_device(*image.context, [&] { return device->device.make_image(image.shape, texels); });
}

void write_whole(const _cl_mem& image, cl_device_id device, void* host, const Box& box) {
  const auto stream = device->device.make_stream();
  TexelPlace from;
  from.host = static_cast<std::uint8_t*>(host);
  from.box = box;
  stream->copy_texels(from, place_of(image, {}), image.shape.size);
  stream->finish();
}

cl_mem make_image(Ref<_cl_context> context, std::vector<cl_mem_properties> properties, cl_mem_flags flags,
                  const cl_image_format& format, const cl_image_desc& wanted, void* host) {
  auto image = make_object<_cl_mem>();
  image->context = std::move(context);
  image->properties = std::move(properties);
  image->flags = flags;
  const auto bytes = texel_bytes(format);
  ImageShape& shape = image->shape = {wanted.image_type, format, bytes.value_or(1), size_of(wanted)};
  check_description(wanted, shape, host);
  require(bytes.has_value(), CL_IMAGE_FORMAT_NOT_SUPPORTED);
  const bool is_of_buffer = wanted.mem_object != nullptr;
  require(is_of_buffer || shape.type != CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_INVALID_IMAGE_DESCRIPTOR);
  const bool has_access = (flags & k_device_access) != 0;
  const cl_device_id device =
      device_for(*image->context, shape, has_access || is_of_buffer ? flags : flags | CL_MEM_READ_WRITE);
  const Box of_host = box_of_pitches(shape, shape.size, wanted.image_row_pitch,
                                     has_slices(shape) ? wanted.image_slice_pitch : 0, CL_INVALID_IMAGE_DESCRIPTOR);
  const bool is_shown = is_of_buffer || (flags & CL_MEM_USE_HOST_PTR) != 0;
  image->view = is_shown ? of_host : box_of_pitches(shape, shape.size, 0, 0, CL_INVALID_IMAGE_DESCRIPTOR);
  image->size = bytes_of(shape, image->view);
  if (is_of_buffer) {
    require(host == nullptr, CL_INVALID_HOST_PTR);
    use_buffer(*image, wanted.mem_object, device);
    return image.give();
  }
  const bool takes_host = check_host_pointer(flags, host);
  if ((flags & k_device_access) == 0) image->flags |= CL_MEM_READ_WRITE;
  require(image->size <= device->facts.max_allocation, CL_INVALID_IMAGE_SIZE);
  image->image = ask_device(*image->context, [&] { return device->device.make_image(shape, {}); });
  if (takes_host) write_whole(*image, device, host, of_host);
  if ((flags & CL_MEM_USE_HOST_PTR) != 0) image->host = static_cast<std::uint8_t*>(host);
  return image.give();
}

// An image of clCreateImage2D or clCreateImage3D, which know no kinds.
cl_mem create_old(cl_context context, cl_mem_flags flags, const cl_image_format* format, const cl_image_desc& wanted,
                  void* host) {
  const bool is_volume = wanted.image_type == CL_MEM_OBJECT_IMAGE3D;
  check_has_images(*checked(context));
  require(wanted.image_width != 0 && wanted.image_height != 0, CL_INVALID_IMAGE_SIZE);
  require(!is_volume || wanted.image_depth > 1, CL_INVALID_IMAGE_SIZE);
  try {
    return api::create_image(context, flags, format, &wanted, host);
  } catch (const Failure& failure) {
    // Pitches are all that can be wrong.
    if (failure.code == CL_INVALID_IMAGE_DESCRIPTOR) throw Failure(CL_INVALID_IMAGE_SIZE);
    throw;
  }
}

}  // namespace

bool has_images(cl_device_id device) {
  return !device->facts.images.formats.empty();
}

void check_has_images(const _cl_context& context) {
  require(std::any_of(context.devices.begin(), context.devices.end(), has_images), CL_INVALID_OPERATION);
}

bool has_slices(const ImageShape& shape) {
  return is_1d_array(shape) || shape.type == CL_MEM_OBJECT_IMAGE2D_ARRAY || shape.type == CL_MEM_OBJECT_IMAGE3D;
}

std::size_t slice_pitch(const _cl_mem& image) {
  if (!has_slices(image.shape)) return 0;
  return is_1d_array(image.shape) ? image.view.row : image.view.slice;
}

Ref<_cl_mem> image_for(const Ref<_cl_command_queue>& queue, cl_mem handle) {
  auto image = memory_for(queue, handle);
  require(image->image != nullptr, CL_INVALID_MEM_OBJECT);
  const ImageLimits& limits = queue->device->facts.images;
  require(has_images(queue->device), CL_INVALID_OPERATION);
  require(fits(limits, image->shape), CL_INVALID_IMAGE_SIZE);
  require(has_format(limits, image->shape, 0), CL_IMAGE_FORMAT_NOT_SUPPORTED);
  return image;
}

std::size_t view_offset(const _cl_mem& image, const Extent& origin) {
  return origin[0] * image.shape.texel_bytes + origin[1] * image.view.row + origin[2] * image.view.slice;
}

TexelPlace place_of(const _cl_mem& image, const Extent& origin) {
  TexelPlace place;
  if (image.is_opaque()) {
    place.image = image.image.get();
    place.origin = origin;
  } else {
    place.memory = &image.memory();
    place.box = {image.offset + view_offset(image, origin), image.view.row, image.view.slice};
  }
  return place;
}

Box box_of_pitches(const ImageShape& shape, const Extent& of_region, std::size_t row, std::size_t slice,
                   cl_int invalid) {
  const std::size_t least_row = of_region[0] * shape.texel_bytes;
  require(row == 0 || row >= least_row, invalid);
  if (row == 0) row = least_row;
  const std::size_t least_slice = is_1d_array(shape) ? row : row * of_region[1];
  require(slice == 0 || (has_slices(shape) && slice >= least_slice), invalid);
  if (slice == 0) slice = least_slice;
  return is_1d_array(shape) ? Box{0, slice, slice * of_region[1]} : Box{0, row, slice};
}

void copy_texels(Stream& stream, const TexelPlace& from, const TexelPlace& to, const Extent& region,
                 std::size_t texel_bytes) {
  if (from.image != nullptr || to.image != nullptr) return stream.copy_texels(from, to, region);
  const Extent bytes{region[0] * texel_bytes, region[1], region[2]};
  if (from.host != nullptr) return stream.write(*to.memory, to.box, from.host, from.box, bytes);
  if (to.host != nullptr) return stream.read(*from.memory, from.box, to.host, to.box, bytes);
  stream.copy(*from.memory, from.box, *to.memory, to.box, bytes);
}

namespace api {

cl_mem create_image_with_properties(cl_context context, const cl_mem_properties* properties, cl_mem_flags flags,
                                    const cl_image_format* format, const cl_image_desc* wanted, void* host) {
  auto kept = checked(context);
  check_has_images(*kept);
  auto list = checked_memory_properties(properties);
  check_flags(flags);
  require(format != nullptr, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  require(wanted != nullptr, CL_INVALID_IMAGE_DESCRIPTOR);
  return make_image(std::move(kept), std::move(list), flags, *format, *wanted, host);
}

cl_mem create_image(cl_context context, cl_mem_flags flags, const cl_image_format* format, const cl_image_desc* wanted,
                    void* host) {
  return create_image_with_properties(context, nullptr, flags, format, wanted, host);
}

cl_mem create_image_2d(cl_context context, cl_mem_flags flags, const cl_image_format* format, size_t width,
                       size_t height, size_t row, void* host) {
  cl_image_desc wanted{};
  wanted.image_type = CL_MEM_OBJECT_IMAGE2D;
  wanted.image_width = width;
  wanted.image_height = height;
  wanted.image_row_pitch = row;
  return create_old(context, flags, format, wanted, host);
}

cl_mem create_image_3d(cl_context context, cl_mem_flags flags, const cl_image_format* format, size_t width,
                       size_t height, size_t depth, size_t row, size_t slice, void* host) {
  cl_image_desc wanted{};
  wanted.image_type = CL_MEM_OBJECT_IMAGE3D;
  wanted.image_width = width;
  wanted.image_height = height;
  wanted.image_depth = depth;
  wanted.image_row_pitch = row;
  wanted.image_slice_pitch = slice;
  return create_old(context, flags, format, wanted, host);
}

void get_image_formats(cl_context context, cl_mem_flags flags, cl_mem_object_type type, cl_uint room,
                       cl_image_format* formats, cl_uint* count) {
  const auto one = checked(context);
  check_flags(flags & ~cl_mem_flags{CL_MEM_KERNEL_READ_AND_WRITE});
  require(is_kind(type) && (room != 0 || formats == nullptr), CL_INVALID_VALUE);
  if ((flags & k_device_access) == 0) flags |= CL_MEM_READ_WRITE;
  std::vector<cl_image_format> all;
  for (const cl_device_id device : one->devices) {
    if (!can_access(device->facts.images, flags)) continue;
    for (const auto* list : formats_of(device->facts.images, type, flags)) {
      std::copy_if(list->begin(), list->end(), std::back_inserter(all),
                   [&](const cl_image_format& format) { return !is_among(all, format); });
    }
  }
  if (count != nullptr) *count = static_cast<cl_uint>(all.size());
  if (formats != nullptr) std::copy_n(all.begin(), std::min<std::size_t>(room, all.size()), formats);
}

void get_image_info(cl_mem handle, cl_image_info info, size_t room, void* to, size_t* told) {
  const auto image = checked(handle);
  require(image->image != nullptr, CL_INVALID_MEM_OBJECT);
  const Answer answer{room, to, told};
  const ImageShape& shape = image->shape;
  const bool is_array = is_1d_array(shape) || shape.type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  const bool has_height = shape.type == CL_MEM_OBJECT_IMAGE2D || (has_slices(shape) && !is_1d_array(shape));
  switch (info) {
    case CL_IMAGE_FORMAT:
      return answer.value(shape.format);
    case CL_IMAGE_ELEMENT_SIZE:
      return answer.value(shape.texel_bytes);
    case CL_IMAGE_ROW_PITCH:
      return answer.value(image->view.row);
    case CL_IMAGE_SLICE_PITCH:
      return answer.value(slice_pitch(*image));
    case CL_IMAGE_WIDTH:
      return answer.value(shape.size[0]);
    case CL_IMAGE_HEIGHT:
      return answer.value(has_height ? shape.size[1] : 0);
    case CL_IMAGE_DEPTH:
      return answer.value(shape.type == CL_MEM_OBJECT_IMAGE3D ? shape.size[2] : 0);
    case CL_IMAGE_ARRAY_SIZE:
      return answer.value(is_array ? shape.size[is_1d_array(shape) ? 1 : 2] : 0);
    case CL_IMAGE_BUFFER:
      return answer.value(image->parent.get());
    case CL_IMAGE_NUM_MIP_LEVELS:
    case CL_IMAGE_NUM_SAMPLES:
      return answer.value(cl_uint{0});
    default:
      throw Failure(CL_INVALID_VALUE);
  }
}

}  // namespace api
}  // namespace clc::front
