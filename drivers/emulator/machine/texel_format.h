// Formats of texels in memory, by the numbers that descriptors of images and of buffers have for them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace clc::emulator {

enum class TexelNumber : std::uint8_t {
  k_unorm,    // 0 to 1
  k_snorm,    // -1 to 1
  k_uscaled,  // integers that are read as floating-point numbers
  k_sscaled,
  k_uint,
  k_sint,
  k_float,
  k_srgb,  // the first three channels; the fourth is linear
};

using TexelWords = std::array<std::uint32_t, 4>;

struct TexelFormat {
  std::array<std::uint8_t, 4> bits{};  // of each channel, from the lowest on; 0: there is none
  TexelNumber number{};

  unsigned bytes() const { return (bits[0] + bits[1] + bits[2] + bits[3]) / 8U; }
  bool is_integer() const { return number == TexelNumber::k_uint || number == TexelNumber::k_sint; }

  // A texel's channels as registers hold them: floating-point numbers or integers. Channels that it has not are 0, 0, 0
  // and 1.
  TexelWords unpacked(const TexelWords& texel) const;
  TexelWords packed(const TexelWords& channels) const;
  // All bits of channels of which any bit is set, and the same the other way round.
  TexelWords spread(const TexelWords& texel) const;
  TexelWords gathered(const TexelWords& channels) const;

 private:
  template <class F>
  void for_each_channel(F&& f) const;
};

std::optional<TexelFormat> texel_format(unsigned number);
// The number of a format, 0 where there is none.
unsigned number_of(const TexelFormat& format);

}  // namespace clc::emulator
