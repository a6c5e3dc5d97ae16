// Descriptors of images (T#), of buffers with a format (V#) and of samplers (S#), and which texels a sampler reads.
#pragma once

#include <array>
#include <cstdint>

#include "isa/chip.h"
#include "isa/image_fields.h"
#include "machine/texel_format.h"

namespace clc::emulator {

// Where a component of a colour comes from: a constant, or a channel of the texel.
inline constexpr unsigned k_select_0 = 0, k_select_1 = 1, k_select_x = 4, k_select_y = 5, k_select_z = 6,
                          k_select_w = 7;
// The descriptors of arrays and volumes do not tell the distance of rows.
bool has_implied_rows(ImageDimension dimension);
std::uint64_t implied_row(Chip chip, std::uint64_t bytes);

struct ImageView {
  std::uint64_t base = 0;
  TexelFormat format;
  ImageDimension dimension{};
  bool is_buffer = false;
  std::array<std::uint32_t, 3> size{1, 1, 1};  // layers are the last one that the dimension has
  std::uint64_t row = 0, slice = 0;            // bytes from row to row, and from slice or layer to the next one
  std::array<std::uint8_t, 4> select{};

  std::array<std::uint32_t, 8> words(Chip chip) const;
  // The colour of a texel's channels, and the channels for a colour.
  TexelWords selected(const TexelWords& channels, std::uint32_t one) const;
  TexelWords chosen(const TexelWords& colour) const;
  // The first byte of a texel; `at` is inside.
  std::uint64_t address(const std::array<std::uint32_t, 3>& at) const;
  bool is_array() const { return dimension == ImageDimension::k_1d_array || dimension == ImageDimension::k_2d_array; }
  unsigned dimensions() const;  // with that of the layers
};

// Views of descriptors. They throw Fault where a descriptor says what is not emulated.
ImageView image_view(Chip chip, const std::array<std::uint32_t, 8>& words);
ImageView buffer_view(const std::array<std::uint32_t, 4>& words);

enum class TexelAddressing : std::uint8_t { k_wrap = 0, k_mirror = 1, k_edge = 2, k_border = 6 };
enum class BorderColour : std::uint8_t { k_transparent, k_black, k_white };

struct TexelSampler {
  TexelAddressing addressing{};  // in each dimension
  BorderColour border{};
  bool is_unnormalized = false, is_linear = false;

  std::array<std::uint32_t, 4> words() const;
};
TexelSampler texel_sampler(const std::array<std::uint32_t, 4>& words);

struct TexelSample {
  std::uint64_t address = 0;  // 0: the border
  float weight = 1;
};
struct TexelSamples {
  unsigned count = 0;
  std::array<TexelSample, 8> all{};
};
// The texels in the order x, y, z: of two, the lower coordinate first.
TexelSamples find_samples(const ImageView& view, const TexelSampler& sampler, const std::array<float, 4>& coordinates);

}  // namespace clc::emulator
