#include "device/image.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace clc::emulator {
namespace {

constexpr std::uint64_t k_alignment = 256;  // of the first texel: descriptors count in these
constexpr std::size_t k_most = 16384, k_most_layers = 8192, k_most_buffer_texels = std::size_t{1} << 27U;

// A channel type, and its number among those that ROCm's library decodes in kernels.
struct ChannelType {
  cl_channel_type type;
  std::uint8_t bits;
  TexelNumber number;
  std::uint32_t word;
};
constexpr ChannelType k_types[] = {
    {CL_SNORM_INT8, 8, TexelNumber::k_snorm, 0},      {CL_SNORM_INT16, 16, TexelNumber::k_snorm, 1},
    {CL_UNORM_INT8, 8, TexelNumber::k_unorm, 2},      {CL_UNORM_INT16, 16, TexelNumber::k_unorm, 3},
    {CL_SIGNED_INT8, 8, TexelNumber::k_sint, 8},      {CL_SIGNED_INT16, 16, TexelNumber::k_sint, 9},
    {CL_SIGNED_INT32, 32, TexelNumber::k_sint, 10},   {CL_UNSIGNED_INT8, 8, TexelNumber::k_uint, 11},
    {CL_UNSIGNED_INT16, 16, TexelNumber::k_uint, 12}, {CL_UNSIGNED_INT32, 32, TexelNumber::k_uint, 13},
    {CL_HALF_FLOAT, 16, TexelNumber::k_float, 14},    {CL_FLOAT, 32, TexelNumber::k_float, 15},
};

// An order of channels: how many, where each component of a colour is, and its number, as above.
struct ChannelOrder {
  cl_channel_order order;
  unsigned channels;
  std::array<std::uint8_t, 4> select;
  std::uint32_t word;
};
constexpr std::uint8_t k_0 = k_select_0, k_1 = k_select_1, k_x = k_select_x, k_y = k_select_y, k_z = k_select_z,
                       k_w = k_select_w;
constexpr ChannelOrder k_orders[] = {
    {CL_A, 1, {k_0, k_0, k_0, k_x}, 0},          {CL_R, 1, {k_x, k_0, k_0, k_1}, 1},
    {CL_RG, 2, {k_x, k_y, k_0, k_1}, 3},         {CL_RA, 2, {k_x, k_0, k_0, k_y}, 5},
    {CL_RGBA, 4, {k_x, k_y, k_z, k_w}, 8},       {CL_BGRA, 4, {k_z, k_y, k_x, k_w}, 9},
    {CL_ARGB, 4, {k_y, k_z, k_w, k_x}, 10},      {CL_INTENSITY, 1, {k_x, k_x, k_x, k_x}, 16},
    {CL_LUMINANCE, 1, {k_x, k_x, k_x, k_1}, 17}, {CL_sRGBA, 4, {k_x, k_y, k_z, k_w}, 14},
    {CL_DEPTH, 1, {k_x, k_0, k_0, k_1}, 18},
};

const ChannelType& type_of(const cl_image_format& format) {
  return *std::find_if(std::begin(k_types), std::end(k_types),
                       [&](const ChannelType& one) { return one.type == format.image_channel_data_type; });
}

const ChannelOrder& order_of(const cl_image_format& format) {
  return *std::find_if(std::begin(k_orders), std::end(k_orders),
                       [&](const ChannelOrder& one) { return one.order == format.image_channel_order; });
}

std::vector<cl_image_format> formats() {
  std::vector<cl_image_format> all;
  for (const ChannelOrder& order : k_orders) {
    if (order.order == CL_sRGBA || order.order == CL_DEPTH) continue;
    for (const ChannelType& type : k_types) {
      const bool is_integer = type.number == TexelNumber::k_sint || type.number == TexelNumber::k_uint;
      if (is_integer && (order.order == CL_INTENSITY || order.order == CL_LUMINANCE)) continue;
      if (type.bits != 8 && (order.order == CL_BGRA || order.order == CL_ARGB)) continue;
      all.push_back({order.order, type.type});
    }
  }
  return all;
}

ImageDimension dimension_of(cl_mem_object_type type) {
  switch (type) {
    case CL_MEM_OBJECT_IMAGE2D:
      return ImageDimension::k_2d;
    case CL_MEM_OBJECT_IMAGE3D:
      return ImageDimension::k_3d;
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
      return ImageDimension::k_1d_array;
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
      return ImageDimension::k_2d_array;
    default:
      return ImageDimension::k_1d;
  }
}

EmulatedImage& image_of(front::Image& image) {
  return static_cast<EmulatedImage&>(image);
}

// One end of a copy: the first byte, and how the others lie.
std::pair<std::uint8_t*, front::Box> end_of(const front::TexelPlace& place) {
  if (place.image != nullptr) {
    EmulatedImage& image = image_of(*place.image);
    return {image.bytes(place.origin), image.box()};
  }
  return {place.memory != nullptr ? place.memory->host() : place.host, place.box};
}

}  // namespace

bool has_images(Chip chip) {
  return !is_cdna(chip);
}

front::ImageLimits image_limits() {
  front::ImageLimits limits;
  limits.formats = formats();
  limits.depth_formats = {{CL_DEPTH, CL_UNORM_INT16}, {CL_DEPTH, CL_FLOAT}};
  limits.read_only_formats = {{CL_sRGBA, CL_UNORM_INT8}};
  limits.width = limits.height = k_most;
  limits.volume = {k_most, k_most, k_most_layers};
  limits.layers = k_most_layers;
  limits.buffer_texels = k_most_buffer_texels;
  limits.read_arguments = limits.write_arguments = 128;
  limits.read_write_arguments = 64;
  limits.samplers = 16;
  limits.pitch_alignment = limits.base_alignment = k_alignment;
  return limits;
}

EmulatedImage::EmulatedImage(Chip chip, const front::ImageShape& shape, const front::ImageBuffer& buffer)
    : shape_(shape) {
  const ChannelType& type = type_of(shape.format);
  const ChannelOrder& order = order_of(shape.format);
  view_.format.number = order.order == CL_sRGBA ? TexelNumber::k_srgb : type.number;
  std::fill_n(view_.format.bits.begin(), order.channels, type.bits);
  view_.dimension = dimension_of(shape.type);
  view_.is_buffer = shape.type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
  view_.select = order.select;
  for (unsigned d = 0; d < 3; ++d) view_.size[d] = static_cast<std::uint32_t>(shape.size[d]);
  if (buffer.memory != nullptr) {
    if (!view_.is_buffer && buffer.row > k_most * shape.texel_bytes) {
      throw front::Failure(CL_INVALID_IMAGE_DESCRIPTOR, "emulator: a row of an image is longer than 16384 texels");
    }
    view_.base = static_cast<EmulatedMemory&>(*buffer.memory).address() + buffer.offset;
    view_.row = view_.slice = buffer.row;
  } else {
    const std::size_t row = shape.size[0] * shape.texel_bytes;
    view_.row = (row + k_alignment - 1) / k_alignment * k_alignment;
    if (has_implied_rows(view_.dimension)) view_.row = implied_row(chip, row);
    const bool is_1d_array = view_.dimension == ImageDimension::k_1d_array;
    view_.slice = view_.row * (is_1d_array ? 1 : shape.size[1]);
    std::string what = "an image of " + std::to_string(shape.size[0]);
    for (unsigned d = 1; d < view_.dimensions(); ++d) what += " x " + std::to_string(shape.size[d]);
    texels_ = allocate(view_.slice * shape.size[is_1d_array ? 1 : 2], what + " texels");
    view_.base = texels_->address;
  }
  describe(chip);
}

// Behind the descriptor stands what kernels ask about the image.
void EmulatedImage::describe(Chip chip) {
  std::array<std::uint32_t, 12> words{};
  const auto hardware = view_.words(chip);
  std::copy(hardware.begin(), hardware.end(), words.begin());
  words[8] = type_of(shape_.format).word;
  words[9] = order_of(shape_.format).word;
  words[10] = static_cast<std::uint32_t>(shape_.size[0]);
  descriptor_ = memory().allocate(sizeof words, "an image's descriptor", true);
  std::memcpy(descriptor_->bytes, words.data(), sizeof words);
}

EmulatedImage::~EmulatedImage() {
  if (descriptor_ != nullptr) memory().release(descriptor_);
  if (texels_ != nullptr) release(texels_);
}

std::uint8_t* EmulatedImage::bytes(const front::Extent& origin) {
  const bool is_1d_array = view_.dimension == ImageDimension::k_1d_array;
  return texels_->bytes + origin[0] * shape_.texel_bytes + origin[1] * (is_1d_array ? view_.slice : view_.row) +
         origin[2] * view_.slice;
}

std::uint64_t sampler_descriptor(const front::SamplerFacts& facts) {
  static std::mutex mutex;
  using Sampler = std::tuple<bool, cl_addressing_mode, cl_filter_mode>;
  static auto& known = *new std::map<Sampler, const Allocation*>;  // threads of queues outlive main()
  const std::lock_guard guard(mutex);
  const Allocation*& allocation = known[{facts.is_normalized, facts.addressing, facts.filter}];
  if (allocation != nullptr) return allocation->address;
  TexelSampler sampler;
  sampler.is_unnormalized = !facts.is_normalized;
  sampler.is_linear = facts.filter == CL_FILTER_LINEAR;
  sampler.addressing = facts.addressing == CL_ADDRESS_CLAMP             ? TexelAddressing::k_border
                       : facts.addressing == CL_ADDRESS_CLAMP_TO_EDGE   ? TexelAddressing::k_edge
                       : facts.addressing == CL_ADDRESS_MIRRORED_REPEAT ? TexelAddressing::k_mirror
                                                                        : TexelAddressing::k_wrap;
  const auto words = sampler.words();
  allocation = memory().allocate(sizeof words, "a sampler's descriptor", true);
  std::memcpy(allocation->bytes, words.data(), sizeof words);
  return allocation->address;
}

void copy_texels(const front::TexelPlace& from, const front::TexelPlace& to, const front::Extent& extent) {
  const front::Image& known = *(from.image != nullptr ? from.image : to.image);
  const std::size_t bytes = static_cast<const EmulatedImage&>(known).texel_bytes();
  const auto [source, source_box] = end_of(from);
  const auto [target, target_box] = end_of(to);
  std::uint8_t* target_bytes = target;
  const std::uint8_t* source_bytes = source;
  front::for_each_row({extent[0] * bytes, extent[1], extent[2]}, source_box, target_box,
                      [&](std::size_t at, std::size_t to_at, std::size_t size) {
                        std::memmove(target_bytes + to_at, source_bytes + at, size);
                      });
}

void fill_texels(front::Image& image, const front::Extent& origin, const front::Extent& extent,
                 const std::vector<std::uint8_t>& texel) {
  EmulatedImage& filled = image_of(image);
  for (std::size_t z = 0; z < extent[2]; ++z) {
    for (std::size_t y = 0; y < extent[1]; ++y) {
      std::uint8_t* row = filled.bytes({origin[0], origin[1] + y, origin[2] + z});
      for (std::size_t x = 0; x < extent[0]; ++x) std::memcpy(row + x * texel.size(), texel.data(), texel.size());
    }
  }
}

}  // namespace clc::emulator
