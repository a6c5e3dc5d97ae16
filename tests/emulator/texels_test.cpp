// Texels: every format there and back, descriptors there and back, and which texels a sampler reads.
#include <bit>
#include <cmath>
#include <map>
#include <random>

#include "catch_all.h"
#include "machine/fault.h"
#include "machine/image_view.h"
#include "machine/texel_read.h"

namespace clc::emulator::test {
namespace {

constexpr unsigned k_most_formats = 128;

std::uint32_t bits_of(float value) {
  return std::bit_cast<std::uint32_t>(value);
}

TexelWords random_texel(std::mt19937& random, const TexelFormat& format) {
  TexelWords texel{};
  for (unsigned byte = 0; byte < format.bytes(); ++byte) texel[byte / 4] |= (random() & 0xffU) << byte % 4 * 8;
  return texel;
}

bool is_lossless(const TexelFormat& format, const TexelWords& texel) {
  if (format.number == TexelNumber::k_snorm) {  // the least number stands for -1 as well
    for (const std::uint32_t channel : format.unpacked(texel)) {
      if (channel == bits_of(-1)) return false;
    }
  }
  if (format.number == TexelNumber::k_float && format.bits[0] == 16) {
    for (const std::uint32_t channel : format.unpacked(texel)) {
      if (std::isnan(std::bit_cast<float>(channel))) return false;
    }
  }
  return true;
}

ImageView view_of(ImageDimension dimension, std::array<std::uint32_t, 3> size, Chip chip) {
  ImageView view;
  view.base = 0x7e1234560000U;
  view.format = *texel_format(10 + 32);  // four bytes from 0 to 1
  view.dimension = dimension;
  view.size = size;
  view.select = {k_select_z, k_select_y, k_select_x, k_select_1};
  view.row = has_implied_rows(dimension) ? implied_row(chip, size[0] * 4U) : (size[0] + 63) / 64 * 256U;
  if (has_implied_rows(dimension)) view.slice = view.row * (dimension == ImageDimension::k_1d_array ? 1 : size[1]);
  return view;
}

}  // namespace

TEST_CASE("texels of every format are read and written", "[emulator]") {
  std::mt19937 random(1);
  unsigned known = 0;
  for (unsigned number = 0; number < k_most_formats; ++number) {
    const auto format = texel_format(number);
    if (!format) continue;
    ++known;
    INFO(number);
    CHECK(number_of(*format) == number);
    for (int i = 0; i < 500; ++i) {
      const TexelWords texel = random_texel(random, *format);
      if (is_lossless(*format, texel)) CHECK(format->packed(format->unpacked(texel)) == texel);
    }
  }
  CHECK(known == 62);
  CHECK(number_of({{7}, TexelNumber::k_unorm}) == 0);
}

TEST_CASE("colours beyond a format's range are clamped", "[emulator]") {
  const TexelFormat bytes = *texel_format(42), shorts = *texel_format(56), gamma = *texel_format(66);
  CHECK(bytes.packed({bits_of(2), bits_of(-1), bits_of(0.5F), bits_of(NAN)})[0] == 0x008000ffU);
  CHECK(shorts.number == TexelNumber::k_sint);
  CHECK(shorts.packed({70000, static_cast<std::uint32_t>(-70000), 1, ~0U}) == TexelWords{0x80007fffU, 0xffff0001U});
  CHECK(std::fabs(std::bit_cast<float>(gamma.unpacked({0x80808080U})[0]) - 0.2158605F) < 1e-6F);
  CHECK(gamma.unpacked({0x80808080U})[3] == bits_of(128 / 255.0F));
}

TEST_CASE("descriptors say what they were made of", "[emulator]") {
  using enum ImageDimension;
  for (const Chip chip : {Chip::k_gfx1100, Chip::k_gfx1200}) {
    for (const ImageDimension dimension : {k_1d, k_2d, k_3d, k_1d_array, k_2d_array}) {
      INFO(chip_name(chip) << " " << static_cast<unsigned>(dimension));
      const bool has_rows = dimension != k_1d && dimension != k_1d_array;
      const ImageView made =
          view_of(dimension, {1001, dimension == k_1d ? 1U : 77U, has_rows && dimension != k_2d ? 9U : 1U}, chip);
      const ImageView read = image_view(chip, made.words(chip));
      CHECK(read.base == made.base);
      CHECK(read.dimension == made.dimension);
      CHECK(read.size == made.size);
      CHECK(read.row == made.row);
      CHECK(read.slice == made.slice);
      CHECK(read.select == made.select);
      CHECK(number_of(read.format) == number_of(made.format));
      std::array<std::uint32_t, 8> tiled = made.words(chip);
      tiled[3] |= 1U << 20U;
      CHECK_THROWS_AS(image_view(chip, tiled), Fault);
    }
  }
  for (const auto addressing :
       {TexelAddressing::k_wrap, TexelAddressing::k_mirror, TexelAddressing::k_edge, TexelAddressing::k_border}) {
    const TexelSampler read = texel_sampler(TexelSampler{addressing, BorderColour::k_black, true, true}.words());
    CHECK(read.addressing == addressing);
    CHECK(read.border == BorderColour::k_black);
    CHECK((read.is_unnormalized && read.is_linear));
  }
}

TEST_CASE("samplers read the texels that OpenCL says", "[emulator]") {
  const ImageView view = view_of(ImageDimension::k_1d, {5, 1, 1}, Chip::k_gfx1100);
  // The texel of each coordinate from -7 to 12 by addressing; -1 is the border.
  const std::map<TexelAddressing, std::array<int, 20>> expected{
      {TexelAddressing::k_wrap, {3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2}},
      {TexelAddressing::k_mirror, {3, 4, 4, 3, 2, 1, 0, 0, 1, 2, 3, 4, 4, 3, 2, 1, 0, 0, 1, 2}},
      {TexelAddressing::k_edge, {0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4}},
      {TexelAddressing::k_border, {-1, -1, -1, -1, -1, -1, -1, 0, 1, 2, 3, 4, -1, -1, -1, -1, -1, -1, -1, -1}}};
  const auto address = [&](int texel) { return texel < 0 ? 0 : view.base + 4U * static_cast<unsigned>(texel); };
  for (const auto& [addressing, texels] : expected) {
    for (int i = 0; i < 20; ++i) {
      INFO(static_cast<unsigned>(addressing) << " " << i - 7);
      for (const bool is_unnormalized : {true, false}) {
        const float at = (static_cast<float>(i - 7) + 0.3F) / (is_unnormalized ? 1 : 5);
        const TexelSampler nearest{addressing, {}, is_unnormalized, false},
            linear{addressing, {}, is_unnormalized, true};
        const TexelSamples one = find_samples(view, nearest, {at}), two = find_samples(view, linear, {at});
        CHECK(one.count == 1);
        CHECK(one.all[0].address == address(texels[static_cast<unsigned>(i)]));
        REQUIRE(two.count == 2);
        CHECK(two.all[1].address == address(texels[static_cast<unsigned>(i)]));
        if (i > 0) CHECK(two.all[0].address == address(texels[static_cast<unsigned>(i) - 1]));
        CHECK(std::fabs(two.all[1].weight - 0.8F) < 0.01F);
        CHECK(two.all[0].weight + two.all[1].weight == 1);
      }
    }
  }
}

TEST_CASE("the nearest texel is the one that the coordinate lies in", "[emulator]") {
  const ImageView view = view_of(ImageDimension::k_1d, {5, 1, 1}, Chip::k_gfx1100);
  const TexelSampler nearest{TexelAddressing::k_border, {}, true, false};
  for (const auto& [at, texel] : {std::pair{0.999F, 0}, {1.F, 1}, {4.999F, 4}, {-0.001F, -1}, {5.F, -1}}) {
    INFO(at);
    const auto address = texel < 0 ? 0 : view.base + 4U * static_cast<unsigned>(texel);
    CHECK(find_samples(view, nearest, {at}).all[0].address == address);
  }
}

TEST_CASE("layers are the nearest, and volumes have eight texels to a sample", "[emulator]") {
  const ImageView layers = view_of(ImageDimension::k_2d_array, {8, 4, 3}, Chip::k_gfx1200);
  const TexelSampler linear{TexelAddressing::k_edge, {}, true, true};
  for (const auto& [at, layer] : {std::pair{-5.F, 0U}, {0.4F, 0U}, {0.6F, 1U}, {7.F, 2U}}) {
    const TexelSamples samples = find_samples(layers, linear, {2.5F, 1.5F, at});
    CHECK(samples.count == 4);
    CHECK(samples.all[0].address == layers.address({2, 1, layer}));
  }
  const ImageView volume = view_of(ImageDimension::k_3d, {8, 4, 3}, Chip::k_gfx1200);
  const TexelSamples samples = find_samples(volume, linear, {3, 2, 1});
  REQUIRE(samples.count == 8);
  for (const TexelSample& sample : samples.all) CHECK(sample.weight == 0.125F);
  CHECK(samples.all[0].address == volume.address({2, 1, 0}));
  CHECK(samples.all[7].address == volume.address({3, 2, 1}));
}

TEST_CASE("colours beyond the image have the alpha that its channels allow", "[emulator]") {
  TexelRead read;
  read.view = view_of(ImageDimension::k_2d, {8, 4, 1}, Chip::k_gfx1100);
  CHECK(read.border_colour() == TexelWords{0, 0, 0, bits_of(1)});  // no alpha in the texel
  read.view.select[3] = k_select_w;
  CHECK(read.border_colour() == TexelWords{});
  read.border = BorderColour::k_black;
  CHECK(read.border_colour() == TexelWords{0, 0, 0, bits_of(1)});
}

}  // namespace clc::emulator::test
