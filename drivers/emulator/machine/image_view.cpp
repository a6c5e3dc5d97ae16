#include "machine/image_view.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "machine/fault.h"

namespace clc::emulator {
namespace {

// Bits of a descriptor, which may lie in two words.
struct Bits {
  unsigned first = 0, count = 0;

  std::uint32_t of(const std::uint32_t* words) const {
    std::uint64_t value = words[first / 32];
    if (first % 32 + count > 32) value |= std::uint64_t{words[first / 32 + 1]} << 32U;
    return static_cast<std::uint32_t>(value >> first % 32 & ((std::uint64_t{1} << count) - 1));
  }
  void put(std::uint32_t* words, std::uint64_t value) const {
    value = (value & ((std::uint64_t{1} << count) - 1)) << first % 32;
    words[first / 32] |= static_cast<std::uint32_t>(value);
    if (first % 32 + count > 32) words[first / 32 + 1] |= static_cast<std::uint32_t>(value >> 32U);
  }
};

// T#. The depth is the last layer of arrays, and of images without slices the distance of rows in texels.
struct ImageBits {
  Bits base_low{0, 32}, base_high{32, 8}, format{52, 8}, width{}, height{}, select{96, 12}, layout{116, 5},
      kind{124, 4}, depth{}, row{}, first_layer{}, levels{};
};
constexpr ImageBits k_gfx11_image{.width = {62, 14},
                                  .height = {78, 14},
                                  .depth = {128, 13},
                                  .row = {128, 14},
                                  .first_layer = {144, 13},
                                  .levels = {108, 8}};
constexpr ImageBits k_gfx12_image{.width = {62, 16},
                                  .height = {78, 16},
                                  .depth = {128, 14},
                                  .row = {128, 16},
                                  .first_layer = {144, 14},
                                  .levels = {111, 5}};
// V#
constexpr Bits k_buffer_base_high{32, 16}, k_stride{48, 14}, k_swizzle{62, 2}, k_records{64, 32},
    k_buffer_select{96, 12}, k_buffer_format{108, 6}, k_adds_lane{119, 1}, k_checks{124, 2};
// S#. The most level of detail begins at bit 44 of gfx1100, and at 45 of gfx1200.
constexpr Bits k_addressing{0, 3}, k_addressing_y{3, 3}, k_addressing_z{6, 3}, k_unnormalized{15, 1},
    k_most_level{45, 11}, k_magnified{84, 2}, k_minified{86, 2}, k_filter_z{88, 2}, k_border{126, 2};

constexpr unsigned k_first_kind = 8;  // 1D, 2D, 3D, cube, arrays of 1D and of 2D: in the order of ImageDimension

const ImageBits& image_bits(Chip chip) {
  return is_rdna4(chip) ? k_gfx12_image : k_gfx11_image;
}

TexelFormat format_of(unsigned number) {
  const auto format = texel_format(number);
  if (!format) throw Fault("a descriptor has format " + std::to_string(number) + ", which is not emulated");
  return *format;
}

std::array<std::uint8_t, 4> selects_of(std::uint32_t bits) {
  std::array<std::uint8_t, 4> select{};
  for (unsigned i = 0; i < 4; ++i) select[i] = static_cast<std::uint8_t>(bits >> 3 * i & 7U);
  return select;
}

// Texels of one dimension that a coordinate reads, with their weights; -1 is the border.
struct Taps {
  unsigned count = 1;
  std::int64_t at[2] = {};
  float weight[2] = {1, 0};
};

std::int64_t placed(std::int64_t at, std::int64_t size, TexelAddressing addressing) {
  const auto modulo = [&](std::int64_t period) { return (at % period + period) % period; };
  switch (addressing) {
    case TexelAddressing::k_wrap:
      return modulo(size);
    case TexelAddressing::k_mirror:
      return modulo(2 * size) < size ? modulo(2 * size) : 2 * size - 1 - modulo(2 * size);
    case TexelAddressing::k_edge:
      return std::clamp<std::int64_t>(at, 0, size - 1);
    case TexelAddressing::k_border:
      break;
  }
  return at >= 0 && at < size ? at : -1;
}

// Positions have eight bits behind the point, but where the nearest texel of a position that is not normalised is
// wanted: that of 0.999 is the first. The product that a normalised one is may be a little below the number that is
// meant.
Taps taps_of(const TexelSampler& sampler, float coordinate, std::uint32_t size) {
  constexpr double k_most = 1e12, k_steps = 256;
  const float position = sampler.is_unnormalized ? coordinate : coordinate * static_cast<float>(size);
  const double limited = std::isnan(position) ? 0 : std::clamp<double>(static_cast<double>(position), -k_most, k_most);
  const bool is_exact = sampler.is_unnormalized && !sampler.is_linear;
  const double steps = is_exact ? std::floor(limited) * k_steps : std::nearbyint(limited * k_steps);
  const auto fixed = static_cast<std::int64_t>(steps) - (sampler.is_linear ? 128 : 0);
  Taps taps;
  taps.at[0] = placed(fixed >> 8, size, sampler.addressing);
  if (!sampler.is_linear) return taps;
  taps.count = 2;
  taps.at[1] = placed((fixed >> 8) + 1, size, sampler.addressing);
  taps.weight[1] = static_cast<float>(fixed & 255) / static_cast<float>(k_steps);
  taps.weight[0] = 1 - taps.weight[1];
  return taps;
}

Taps layer_of(float coordinate, std::uint32_t layers) {
  Taps taps;
  const auto number = static_cast<double>(std::isnan(coordinate) ? 0 : std::nearbyint(coordinate));
  taps.at[0] = static_cast<std::int64_t>(std::clamp<double>(number, 0, layers - 1));
  return taps;
}

}  // namespace

bool has_implied_rows(ImageDimension dimension) {
  return dimension == ImageDimension::k_3d || dimension == ImageDimension::k_1d_array ||
         dimension == ImageDimension::k_2d_array;
}

std::uint64_t implied_row(Chip chip, std::uint64_t bytes) {
  const std::uint64_t alignment = is_rdna4(chip) ? 128 : 256;
  return (bytes + alignment - 1) / alignment * alignment;
}

unsigned ImageView::dimensions() const {
  constexpr unsigned counts[] = {1, 2, 3, 3, 2, 3, 2, 3};
  return counts[static_cast<unsigned>(dimension)];
}

std::uint64_t ImageView::address(const std::array<std::uint32_t, 3>& at) const {
  const bool has_rows = dimension != ImageDimension::k_1d_array;
  return base + at[0] * std::uint64_t{format.bytes()} + at[1] * (has_rows ? row : slice) + at[2] * slice;
}

TexelWords ImageView::selected(const TexelWords& channels, std::uint32_t one) const {
  TexelWords colour{};
  for (unsigned i = 0; i < 4; ++i) {
    colour[i] = select[i] == k_select_1 ? one : select[i] >= k_select_x ? channels[select[i] - k_select_x] : 0;
  }
  return colour;
}

TexelWords ImageView::chosen(const TexelWords& colour) const {
  TexelWords channels{};
  for (unsigned i = 4; i-- > 0;) {
    if (select[i] >= k_select_x) channels[select[i] - k_select_x] = colour[i];
  }
  return channels;
}

std::array<std::uint32_t, 8> ImageView::words(Chip chip) const {
  std::array<std::uint32_t, 8> words{};
  std::uint32_t selects = 0;
  for (unsigned i = 0; i < 4; ++i) selects |= std::uint32_t{select[i]} << 3 * i;
  if (is_buffer) {
    words[0] = static_cast<std::uint32_t>(base);
    k_buffer_base_high.put(words.data(), base >> 32U);
    k_stride.put(words.data(), format.bytes());
    k_records.put(words.data(), size[0]);
    k_buffer_select.put(words.data(), selects);
    k_buffer_format.put(words.data(), number_of(format));
    return words;
  }
  const ImageBits& bits = image_bits(chip);
  bits.base_low.put(words.data(), base >> 8U);
  bits.base_high.put(words.data(), base >> 40U);
  bits.format.put(words.data(), number_of(format));
  bits.width.put(words.data(), size[0] - 1);
  bits.height.put(words.data(), dimension == ImageDimension::k_1d_array ? 0 : size[1] - 1);
  bits.select.put(words.data(), selects);
  bits.kind.put(words.data(), k_first_kind + static_cast<unsigned>(dimension));
  if (has_implied_rows(dimension)) {
    bits.depth.put(words.data(), (dimension == ImageDimension::k_1d_array ? size[1] : size[2]) - 1);
  } else {
    bits.row.put(words.data(), row / format.bytes() - 1);
  }
  return words;
}

ImageView image_view(Chip chip, const std::array<std::uint32_t, 8>& words) {
  const ImageBits& bits = image_bits(chip);
  const auto get = [&](const Bits& which) { return which.of(words.data()); };
  ImageView view;
  view.base = (get(bits.base_low) | std::uint64_t{get(bits.base_high)} << 32U) << 8U;
  view.format = format_of(get(bits.format));
  const unsigned kind = get(bits.kind);
  view.dimension = static_cast<ImageDimension>(kind - k_first_kind);
  const bool is_known = kind >= k_first_kind && kind <= k_first_kind + 5 && view.dimension != ImageDimension::k_cube;
  if (!is_known || get(bits.layout) != 0 || get(bits.first_layer) != 0 || get(bits.levels) != 0) {
    throw Fault("an image's descriptor has a kind or a layout that is not emulated");
  }
  view.select = selects_of(get(bits.select));
  view.size[0] = get(bits.width) + 1;
  if (view.dimension != ImageDimension::k_1d && view.dimension != ImageDimension::k_1d_array) {
    view.size[1] = get(bits.height) + 1;
  }
  if (!has_implied_rows(view.dimension)) {
    view.row = (std::uint64_t{get(bits.row)} + 1) * view.format.bytes();
    return view;
  }
  view.row = implied_row(chip, std::uint64_t{view.size[0]} * view.format.bytes());
  view.slice = view.row * view.size[1];
  view.size[view.dimension == ImageDimension::k_1d_array ? 1 : 2] = get(bits.depth) + 1;
  return view;
}

ImageView buffer_view(const std::array<std::uint32_t, 4>& words) {
  const auto get = [&](const Bits& which) { return which.of(words.data()); };
  ImageView view;
  view.is_buffer = true;
  view.base = words[0] | std::uint64_t{get(k_buffer_base_high)} << 32U;
  view.format = format_of(get(k_buffer_format));
  view.select = selects_of(get(k_buffer_select));
  view.size[0] = get(k_records);
  if (get(k_swizzle) != 0 || get(k_adds_lane) != 0 || get(k_checks) != 0 || get(k_stride) != view.format.bytes()) {
    throw Fault("a buffer's descriptor has a layout that is not emulated");
  }
  return view;
}

std::array<std::uint32_t, 4> TexelSampler::words() const {
  std::array<std::uint32_t, 4> words{};
  for (const Bits& bits : {k_addressing, k_addressing_y, k_addressing_z}) {
    bits.put(words.data(), static_cast<unsigned>(addressing));
  }
  k_unnormalized.put(words.data(), is_unnormalized ? 1 : 0);
  k_most_level.put(words.data(), ~0U);
  k_magnified.put(words.data(), is_linear ? 1 : 0);
  k_minified.put(words.data(), is_linear ? 1 : 0);
  k_border.put(words.data(), static_cast<unsigned>(border));
  return words;
}

TexelSampler texel_sampler(const std::array<std::uint32_t, 4>& words) {
  const auto get = [&](const Bits& which) { return which.of(words.data()); };
  TexelSampler sampler;
  const unsigned addressing = get(k_addressing), filter = get(k_magnified);
  sampler.addressing = static_cast<TexelAddressing>(addressing);
  sampler.border = static_cast<BorderColour>(get(k_border));
  sampler.is_unnormalized = get(k_unnormalized) != 0;
  sampler.is_linear = filter == 1;
  const bool is_known = (addressing <= 2 || addressing == 6) && filter <= 1 && get(k_border) <= 2;
  if (!is_known || get(k_addressing_y) != addressing || get(k_addressing_z) != addressing ||
      get(k_minified) != filter || get(k_filter_z) != 0) {
    throw Fault("a sampler has an addressing mode, a filter or a border that is not emulated");
  }
  return sampler;
}

TexelSamples find_samples(const ImageView& view, const TexelSampler& sampler, const std::array<float, 4>& coordinates) {
  std::array<Taps, 3> taps{};
  const unsigned dimensions = view.dimensions();
  for (unsigned d = 0; d < dimensions; ++d) {
    const bool is_layer = view.is_array() && d + 1 == dimensions;
    taps[d] = is_layer ? layer_of(coordinates[d], view.size[d]) : taps_of(sampler, coordinates[d], view.size[d]);
  }
  TexelSamples samples;
  for (unsigned z = 0; z < taps[2].count; ++z) {
    for (unsigned y = 0; y < taps[1].count; ++y) {
      for (unsigned x = 0; x < taps[0].count; ++x) {
        TexelSample& sample = samples.all[samples.count++];
        const std::int64_t at[] = {taps[0].at[x], taps[1].at[y], taps[2].at[z]};
        sample.weight = taps[0].weight[x] * taps[1].weight[y] * taps[2].weight[z];
        if (at[0] < 0 || at[1] < 0 || at[2] < 0) continue;
        sample.address = view.address(
            {static_cast<std::uint32_t>(at[0]), static_cast<std::uint32_t>(at[1]), static_cast<std::uint32_t>(at[2])});
      }
    }
  }
  return samples;
}

}  // namespace clc::emulator
