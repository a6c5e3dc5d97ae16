#include "cuda/image.h"

#include <algorithm>
#include <cstddef>

namespace clc::cuda {
namespace {

// A channel's type as CUDA has it.
struct ChannelType {
  cl_channel_type type;
  ArrayFormat format;  // of an array
  ArrayFormat plain;   // of a buffer: CUDA normalizes integers that a texture does not read as such
  bool is_integer, is_normalized;
};
constexpr ChannelType k_types[] = {
    {CL_SNORM_INT8, k_snorm_int8, k_signed_int8, false, true},
    {CL_SNORM_INT16, k_snorm_int16, k_signed_int16, false, true},
    {CL_UNORM_INT8, k_unorm_int8, k_unsigned_int8, false, true},
    {CL_UNORM_INT16, k_unorm_int16, k_unsigned_int16, false, true},
    {CL_SIGNED_INT8, k_signed_int8, k_signed_int8, true, false},
    {CL_SIGNED_INT16, k_signed_int16, k_signed_int16, true, false},
    {CL_SIGNED_INT32, k_signed_int32, k_signed_int32, true, false},
    {CL_UNSIGNED_INT8, k_unsigned_int8, k_unsigned_int8, true, false},
    {CL_UNSIGNED_INT16, k_unsigned_int16, k_unsigned_int16, true, false},
    {CL_UNSIGNED_INT32, k_unsigned_int32, k_unsigned_int32, true, false},
    {CL_HALF_FLOAT, k_half, k_half, false, false},
    {CL_FLOAT, k_float, k_float, false, false},
};

const ChannelType& type_of(const cl_image_format& format) {
  return *std::find_if(std::begin(k_types), std::end(k_types),
                       [&](const ChannelType& one) { return one.type == format.image_channel_data_type; });
}

unsigned channels_of(cl_channel_order order) {
  return order == CL_R ? 1 : order == CL_RG ? 2 : 4;
}

// Normalized formats have a number for one, two and four channels each.
unsigned array_format(const ChannelType& type, unsigned channels) {
  return type.format + (type.is_normalized ? channels / 2 : 0);
}

// CUDA has no linear filter of integers, and repeats images by normalized coordinates only. OpenCL leaves the result
// open, and kernels take the next best texture.
unsigned texture_for(unsigned index, bool is_integer) {
  constexpr unsigned k_normalized = 2, k_first_repeat = 8;
  if (is_integer) index &= ~1U;
  return index >= k_first_repeat && (index & k_normalized) == 0 ? index % 4 : index;
}

TextureDescription texture_description(unsigned index, bool is_integer) {
  static constexpr unsigned k_modes[] = {k_clamp_to_edge, k_border, k_wrap, k_mirror};
  TextureDescription description{};
  std::fill(std::begin(description.addressing), std::end(description.addressing), k_modes[index / 4]);
  description.filter = index % 2;
  description.flags = (is_integer ? k_read_as_integer : 0) | (index / 2 % 2 != 0 ? k_normalized_coordinates : 0);
  return description;
}

}  // namespace

std::vector<cl_image_format> formats_of_images() {
  std::vector<cl_image_format> formats;
  for (const cl_channel_order order : {CL_R, CL_RG, CL_RGBA}) {
    for (const ChannelType& type : k_types) formats.push_back({order, type.type});
  }
  for (const cl_channel_type type : {CL_UNORM_INT8, CL_SNORM_INT8, CL_SIGNED_INT8, CL_UNSIGNED_INT8}) {
    formats.push_back({CL_BGRA, type});
  }
  return formats;
}

unsigned sampler_index(const front::SamplerFacts& sampler) {
  return cuda_sampler_index(sampler.addressing - CL_ADDRESS_NONE, sampler.is_normalized,
                            sampler.filter == CL_FILTER_LINEAR);
}

CudaImageMemory::CudaImageMemory(CudaDevice& device, const front::ImageShape& shape, const front::ImageBuffer& buffer)
    : device_(device), shape_(shape) {
  const InContext scope(device);
  const cl_image_format& format = shape.format;
  if (buffer.memory != nullptr) {
    auto& memory = static_cast<CudaMemory&>(*buffer.memory);
    resource_.kind = k_linear_resource;
    resource_.linear = {memory.address() + buffer.offset, type_of(format).plain,
                        channels_of(format.image_channel_order), shape.size[0] * shape.texel_bytes};
  } else {
    make_array();
  }
  const bool is_volume = shape.type == CL_MEM_OBJECT_IMAGE3D;
  const auto size = [&](unsigned d) { return static_cast<std::uint32_t>(shape.size[d]); };
  image_.width = size(0);
  image_.height = is_1d_array() ? 1 : size(1);
  image_.depth = is_volume ? size(2) : 1;
  image_.array_size = is_1d_array() ? size(1) : is_volume ? 1 : size(2);
  image_.channel_order = format.image_channel_order;
  image_.channel_type = format.image_channel_data_type;
}

void CudaImageMemory::make_array() {
  const auto& size = shape_.size;
  const unsigned channels = channels_of(shape_.format.image_channel_order);
  ArrayDescription description{};
  description.width = size[0];
  description.format = array_format(type_of(shape_.format), channels);
  description.channels = channels;
  description.flags = k_with_surfaces;
  switch (shape_.type) {
    case CL_MEM_OBJECT_IMAGE1D:
      description.depth = 1;
      description.flags |= k_layered;
      break;
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
      description.depth = size[1];
      description.flags |= k_layered;
      break;
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
      description.flags |= k_layered;
      [[fallthrough]];
    case CL_MEM_OBJECT_IMAGE3D:
      description.depth = size[2];
      [[fallthrough]];
    default:
      description.height = size[1];
  }
  device_.check(cuda().cuArray3DCreate_v2(&array_, &description), "allocate an image",
                CL_MEM_OBJECT_ALLOCATION_FAILURE);
  resource_.kind = k_array_resource;
  resource_.array = array_;
}

void CudaImageMemory::make_textures() {
  const bool is_integer = type_of(shape_.format).is_integer;
  // CUDA ignores how textures of buffers are sampled.
  const unsigned count = array_ != nullptr ? k_cuda_samplers : 1;
  for (unsigned i = 0; i < k_cuda_samplers; ++i) {
    if (image_.textures[i] != 0) continue;  // made before another one failed
    const unsigned like = i < count ? texture_for(i, is_integer) : 0;
    if (like != i) {
      image_.textures[i] = image_.textures[like];
      continue;
    }
    const TextureDescription description = texture_description(i, is_integer);
    TextureHandle texture = 0;
    device_.check(cuda().cuTexObjectCreate(&texture, &resource_, &description, nullptr), "make a texture");
    image_.textures[i] = texture;
    textures_.push_back(texture);
  }
}

void CudaImageMemory::make_surface() {
  if (image_.surface != 0) return;
  if (array_ == nullptr) {
    image_.surface = resource_.linear.address;  // a kernel converts and stores texels itself
    return;
  }
  SurfaceHandle surface = 0;
  device_.check(cuda().cuSurfObjectCreate(&surface, &resource_), "make a surface");
  image_.surface = surface;
}

// Kernels of other queues may read the description meanwhile: they find in it what they use.
void CudaImageMemory::write_description() {
  if (description_ == 0) {
    device_.check(cuda().cuMemAlloc_v2(&description_, sizeof image_), "allocate memory",
                  CL_MEM_OBJECT_ALLOCATION_FAILURE);
  }
  constexpr unsigned k_non_blocking = 1;
  StreamHandle stream = nullptr;
  device_.check(cuda().cuStreamCreate(&stream, k_non_blocking), "make a stream");
  Result result = cuda().cuMemcpyHtoDAsync_v2(description_, &image_, sizeof image_, stream);
  if (result == k_success) result = cuda().cuStreamSynchronize(stream);
  cuda().cuStreamDestroy_v2(stream);
  device_.check(result, "describe an image");
}

DevicePointer CudaImageMemory::description(bool is_read, bool is_written) {
  const std::lock_guard guard(mutex_);
  const bool wants_textures = is_read && !has_textures_, wants_surface = is_written && !has_surface_;
  if (!wants_textures && !wants_surface) return description_;
  if (wants_textures) make_textures();
  if (wants_surface) make_surface();
  write_description();
  has_textures_ = has_textures_ || is_read;
  has_surface_ = has_surface_ || is_written;
  return description_;
}

CudaImageMemory::~CudaImageMemory() {
  try {
    const InContext scope(device_);
    release();
  } catch (const front::Failure&) {
    // gone with the context
  }
}

void CudaImageMemory::release() {
  for (const TextureHandle texture : textures_) cuda().cuTexObjectDestroy(texture);
  if (array_ != nullptr && image_.surface != 0) cuda().cuSurfObjectDestroy(image_.surface);
  if (array_ != nullptr) cuda().cuArrayDestroy(array_);
  if (description_ != 0) cuda().cuMemFree_v2(description_);
}

}  // namespace clc::cuda
