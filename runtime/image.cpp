#include "clc/runtime/image.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/try.h"
#include "clc/runtime/handles.h"
#include "clc/runtime/kernel.h"
#include "image_format.h"
#include "opencl_calls.h"
#include "wait.h"

namespace clc {
namespace {

constexpr cl_mem_flags k_access_flags = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;

std::string size_text(const std::array<std::size_t, 3>& size) {
  return std::to_string(size[0]) + " x " + std::to_string(size[1]) + " x " + std::to_string(size[2]);
}

std::string position_text(const std::array<std::size_t, 3>& position) {
  return std::to_string(position[0]) + ", " + std::to_string(position[1]) + ", " + std::to_string(position[2]);
}

template <class T>
T device_number(cl_device_id device, cl_device_info name) {
  T value{};
  return opencl().clGetDeviceInfo(device, name, sizeof(value), &value, nullptr) == CL_SUCCESS ? value : T{};
}

// Returns the size of the largest image of this kind, with 0 where the device does not say.
std::array<std::size_t, 3> largest(cl_device_id device, cl_mem_object_type type) {
  const auto number = [&](cl_device_info name) { return device_number<std::size_t>(device, name); };
  const std::size_t wide = number(CL_DEVICE_IMAGE2D_MAX_WIDTH), high = number(CL_DEVICE_IMAGE2D_MAX_HEIGHT);
  switch (type) {
    case CL_MEM_OBJECT_IMAGE1D:
      return {wide, 1, 1};
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
      return {wide, number(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE), 1};
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
      return {wide, high, number(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE)};
    case CL_MEM_OBJECT_IMAGE3D:
      return {number(CL_DEVICE_IMAGE3D_MAX_WIDTH), number(CL_DEVICE_IMAGE3D_MAX_HEIGHT),
              number(CL_DEVICE_IMAGE3D_MAX_DEPTH)};
    default:
      return {wide, high, 1};
  }
}

Result<void> check_size(const Device& device, const ImageShape& shape, const std::string& what) {
  const std::array<std::size_t, 3> most = largest(device.id, shape.type);
  for (std::size_t i = 0; i < 3; ++i) {
    if (shape.size[i] == 0) return fail(ErrorKind::k_usage, what + ": no side of an image can be 0");
    if (most[i] != 0 && shape.size[i] > most[i])
      return fail(ErrorKind::k_opencl, what + ": the device allows at most " + size_text(most));
  }
  return {};
}

cl_image_desc describe(const ImageShape& shape) {
  cl_image_desc description{};
  description.image_type = shape.type;
  description.image_width = shape.size[0];
  if (shape.type == CL_MEM_OBJECT_IMAGE1D_ARRAY) {
    description.image_array_size = shape.size[1];
    return description;
  }
  if (shape.type != CL_MEM_OBJECT_IMAGE1D) description.image_height = shape.size[1];
  if (shape.type == CL_MEM_OBJECT_IMAGE2D_ARRAY) description.image_array_size = shape.size[2];
  if (shape.type == CL_MEM_OBJECT_IMAGE3D) description.image_depth = shape.size[2];
  return description;
}

bool holds_images_of_two_dimensions(cl_mem_object_type type) {
  return type == CL_MEM_OBJECT_IMAGE3D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
}

// A part of an image that was checked. A size of 0 means that there is nothing to copy.
struct Part {
  ImageRegion region;
  std::size_t row_pitch = 0, slice_pitch = 0;
};

Result<Part> part_of(const Image& image, const ImageRegion& region, const ImagePitch& pitch, const char* what) {
  if (image.handle() == nullptr)
    return fail(ErrorKind::k_usage, std::string(what) + ": the image was never made or is moved from");
  Part part{region, pitch.row, pitch.slice};
  const std::array<std::size_t, 3>& whole = image.shape().size;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t origin = region.origin[i];
    const bool fits = origin <= whole[i] && region.size[i] <= whole[i] - origin;
    if (!fits) {
      return fail(ErrorKind::k_usage, std::string(what) + ": " + size_text(region.size) + " texels at " +
                                          position_text(region.origin) + " do not fit in an image of " +
                                          size_text(whole));
    }
    if (region.size[i] == 0) part.region.size[i] = whole[i] - origin;
  }
  const auto& size = part.region.size;
  const std::size_t row = size[0] * image.texel_bytes();
  if (pitch.row != 0 && pitch.row < row) {
    return fail(ErrorKind::k_usage, std::string(what) + ": a row pitch of " + std::to_string(pitch.row) +
                                        " bytes is less than a row, " + std::to_string(row) + " bytes");
  }
  const bool is_1d_array = image.shape().type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  const bool has_slices = is_1d_array || holds_images_of_two_dimensions(image.shape().type);
  const std::size_t row_pitch = std::max(pitch.row, row);
  const std::size_t slice = is_1d_array ? row_pitch : row_pitch * size[1];
  if (pitch.slice != 0 && (!has_slices || pitch.slice < slice)) {
    return fail(ErrorKind::k_usage, std::string(what) + ": a slice pitch of " + std::to_string(pitch.slice) + " bytes" +
                                        (has_slices ? " is less than a slice, " + std::to_string(slice) + " bytes"
                                                    : ", but only arrays and images of three dimensions have slices"));
  }
  return part;
}

using Transfer = cl_int (*)(cl_command_queue, const Image&, const Part&, void*, cl_event*);

Result<CommandTime> transfer(cl_command_queue queue, const Image& image, void* data, const ImageRegion& region,
                             const ImagePitch& pitch, const char* what, const char* call, Transfer run) {
  const Part part = CLC_TRY(part_of(image, region, pitch, what));
  const auto& size = part.region.size;
  if (size[0] == 0 || size[1] == 0 || size[2] == 0) return CommandTime{};
  cl_event event = nullptr;
  const cl_int code = run(queue, image, part, data, &event);
  const EventHandle owner(event);
  if (code != CL_SUCCESS) return fail_opencl(code, std::string(what) + ": " + call);
  return wait_for(event, what);
}

}  // namespace

Result<std::vector<cl_image_format>> Queue::image_formats(cl_mem_object_type type, cl_mem_flags flags) const {
  if (device_number<cl_bool>(device().id, CL_DEVICE_IMAGE_SUPPORT) == CL_FALSE)
    return fail(ErrorKind::k_unavailable, device().facts.name + " has no images");
  cl_uint number = 0;
  cl_int code = opencl().clGetSupportedImageFormats(context(), flags & k_access_flags, type, 0, nullptr, &number);
  // The most formats that a driver may report. No device has so many.
  constexpr cl_uint k_most_formats = 1U << 16U;
  if (code == CL_SUCCESS && number > k_most_formats) code = CL_OUT_OF_RESOURCES;
  std::vector<cl_image_format> formats(code == CL_SUCCESS ? number : 0);
  if (code == CL_SUCCESS && number != 0) {
    code =
        opencl().clGetSupportedImageFormats(context(), flags & k_access_flags, type, number, formats.data(), nullptr);
  }
  if (code != CL_SUCCESS) return fail_opencl(code, device().facts.name + ": clGetSupportedImageFormats");
  return formats;
}

Result<Image> Queue::allocate_image(const ImageShape& shape, const cl_image_format& format, cl_mem_flags flags) const {
  if (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) {
    return fail(ErrorKind::k_usage,
                "allocate_image does not take CL_MEM_USE_HOST_PTR and CL_MEM_COPY_HOST_PTR; use write");
  }
  const std::vector<cl_image_format> formats = CLC_TRY(image_formats(shape.type, flags));
  const std::string what = "allocating an image of " + size_text(shape.size) + " texels of " +
                           image_format_name(format) + " on " + device().facts.name;
  CLC_TRY(check_size(device(), shape, what));
  const bool is_supported = std::ranges::any_of(formats, [&](const cl_image_format& known) {
    return known.image_channel_order == format.image_channel_order &&
           known.image_channel_data_type == format.image_channel_data_type;
  });
  if (!is_supported)
    return fail(ErrorKind::k_unavailable, what + ": the device takes no such texels; " + formats_text(formats, format));
  const cl_image_desc description = describe(shape);
  cl_int code = CL_SUCCESS;
  // A driver that fails may return an object all the same, so the object gets an owner.
  MemoryHandle memory(opencl().clCreateImage(context(), flags, &format, &description, nullptr, &code));
  if (code != CL_SUCCESS) return fail_opencl(code, what + ": clCreateImage");
  std::size_t texel_bytes = 0;
  code = opencl().clGetImageInfo(memory.get(), CL_IMAGE_ELEMENT_SIZE, sizeof(texel_bytes), &texel_bytes, nullptr);
  if (code != CL_SUCCESS) return fail_opencl(code, what + ": clGetImageInfo");
  return Image(memory.release(), shape, format, texel_bytes);
}

Result<CommandTime> Queue::write(const Image& image, const void* data, const ImageRegion& region,
                                 const ImagePitch& pitch) const {
  return transfer(handle(), image, const_cast<void*>(data), region, pitch, "write", "clEnqueueWriteImage",
                  [](cl_command_queue queue, const Image& to, const Part& part, void* from, cl_event* event) {
                    return opencl().clEnqueueWriteImage(queue, to.handle(), CL_TRUE, part.region.origin.data(),
                                                        part.region.size.data(), part.row_pitch, part.slice_pitch, from,
                                                        0, nullptr, event);
                  });
}

Result<CommandTime> Queue::read(const Image& image, void* data, const ImageRegion& region,
                                const ImagePitch& pitch) const {
  return transfer(handle(), image, data, region, pitch, "read", "clEnqueueReadImage",
                  [](cl_command_queue queue, const Image& from, const Part& part, void* to, cl_event* event) {
                    return opencl().clEnqueueReadImage(queue, from.handle(), CL_TRUE, part.region.origin.data(),
                                                       part.region.size.data(), part.row_pitch, part.slice_pitch, to, 0,
                                                       nullptr, event);
                  });
}

Result<Sampler> Queue::create_sampler(const SamplerOptions& options) const {
  const bool repeats = options.addressing == CL_ADDRESS_REPEAT || options.addressing == CL_ADDRESS_MIRRORED_REPEAT;
  if (repeats && !options.normalized)
    return fail(ErrorKind::k_usage, "create_sampler: an image is repeated only with normalized coordinates");
  if (device_number<cl_bool>(device().id, CL_DEVICE_IMAGE_SUPPORT) == CL_FALSE)
    return fail(ErrorKind::k_unavailable, device().facts.name + " has no images");
  cl_int code = CL_SUCCESS;
  // Drivers before OpenCL 2.0 have no clCreateSamplerWithProperties.
  Sampler sampler(opencl().clCreateSampler(context(), options.normalized ? CL_TRUE : CL_FALSE, options.addressing,
                                           options.filter, &code));
  if (code != CL_SUCCESS) return fail_opencl(code, device().facts.name + ": clCreateSampler");
  return sampler;
}

KernelArgument to_argument(const Image& image) {
  return {ArgumentKind::k_image, sizeof(cl_mem), &image.memory_, image.shape_.type};
}
KernelArgument to_argument(const Sampler& sampler) {
  return {ArgumentKind::k_sampler, sizeof(cl_sampler), &sampler.sampler_};
}

Image::Image(cl_mem memory, const ImageShape& shape, const cl_image_format& format, std::size_t texel_bytes)
    : memory_(memory), shape_(shape), format_(format), texel_bytes_(texel_bytes) {}
Image::Image(Image&& other) noexcept
    : memory_(std::exchange(other.memory_, nullptr)),
      shape_(other.shape_),
      format_(other.format_),
      texel_bytes_(other.texel_bytes_) {}
Image& Image::operator=(Image&& other) noexcept {
  std::swap(memory_, other.memory_);
  std::swap(shape_, other.shape_);
  std::swap(format_, other.format_);
  std::swap(texel_bytes_, other.texel_bytes_);
  return *this;
}
Image::~Image() {
  if (memory_ != nullptr) opencl().clReleaseMemObject(memory_);
}

Sampler::Sampler(cl_sampler sampler) : sampler_(sampler) {}
Sampler::Sampler(Sampler&& other) noexcept : sampler_(std::exchange(other.sampler_, nullptr)) {}
Sampler& Sampler::operator=(Sampler&& other) noexcept {
  std::swap(sampler_, other.sampler_);
  return *this;
}
Sampler::~Sampler() {
  if (sampler_ != nullptr) opencl().clReleaseSampler(sampler_);
}

}  // namespace clc
