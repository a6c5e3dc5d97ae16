#include "machine/texel_format.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/srgb.h"
#include "isa/half.h"

namespace clc::emulator {
namespace {

// Formats of the same channels have numbers behind each other.
struct Family {
  unsigned first = 0;
  std::array<std::uint8_t, 4> bits{};
  std::array<TexelNumber, 7> numbers{};
  unsigned count = 0;
};

using enum TexelNumber;
constexpr std::array<TexelNumber, 7> k_all{k_unorm, k_snorm, k_uscaled, k_sscaled, k_uint, k_sint, k_float};
constexpr std::array<TexelNumber, 7> k_words{k_uint, k_sint, k_float};
constexpr std::array<TexelNumber, 7> k_gamma{k_srgb};
constexpr Family k_families[] = {
    {1, {8}, k_all, 6},
    {7, {16}, k_all, 7},
    {14, {8, 8}, k_all, 6},
    {20, {32}, k_words, 3},
    {23, {16, 16}, k_all, 7},
    {36, {10, 10, 10, 2}, k_all, 6},
    {42, {8, 8, 8, 8}, k_all, 6},
    {48, {32, 32}, k_words, 3},
    {51, {16, 16, 16, 16}, k_all, 7},
    {58, {32, 32, 32}, k_words, 3},
    {61, {32, 32, 32, 32}, k_words, 3},
    {64, {8}, k_gamma, 1},
    {65, {8, 8}, k_gamma, 1},
    {66, {8, 8, 8, 8}, k_gamma, 1},
    {68, {5, 6, 5}, k_all, 1},
    {69, {5, 5, 5, 1}, k_all, 1},
};

std::uint32_t ones(unsigned bits) {
  return bits == 32 ? ~0U : (1U << bits) - 1U;
}

std::uint32_t bits_of(double number) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(number));
}

double real_of(std::uint32_t bits) {
  return static_cast<double>(std::bit_cast<float>(bits));
}

std::uint32_t read_channel(TexelNumber number, unsigned bits, std::uint32_t value) {
  const auto is_negative = (value >> (bits - 1) & 1U) != 0;
  const auto extended = static_cast<std::int32_t>(is_negative ? value | ~ones(bits) : value);
  switch (number) {
    case k_unorm:
      return bits_of(value / static_cast<double>(ones(bits)));
    case k_snorm:
      return bits_of(std::max(extended / static_cast<double>(ones(bits - 1)), -1.0));
    case k_uscaled:
      return bits_of(value);
    case k_sscaled:
      return bits_of(extended);
    case k_sint:
      return static_cast<std::uint32_t>(extended);
    case k_srgb:
      return bits_of(linear_of_srgb(value / static_cast<double>(ones(bits))));
    case k_float:
      return bits == 16 ? std::bit_cast<std::uint32_t>(F16{static_cast<std::uint16_t>(value)}.to_float()) : value;
    case k_uint:
      break;
  }
  return value;
}

// Numbers that are no number become 0.
std::uint32_t write_integer(double value, double least, double most) {
  if (std::isnan(value)) return 0;
  return static_cast<std::uint32_t>(static_cast<std::int64_t>(std::nearbyint(std::clamp(value, least, most))));
}

std::uint32_t write_channel(TexelNumber number, unsigned bits, std::uint32_t value) {
  const double most = ones(bits), signed_most = ones(bits - 1);
  const auto whole = static_cast<double>(static_cast<std::int32_t>(value));
  switch (number) {
    case k_unorm:
      return write_integer(real_of(value) * most, 0, most);
    case k_snorm:
      return write_integer(real_of(value) * signed_most, -signed_most, signed_most);
    case k_uscaled:
      return write_integer(std::trunc(real_of(value)), 0, most);
    case k_sscaled:
      return write_integer(std::trunc(real_of(value)), -signed_most - 1, signed_most);
    case k_uint:
      return std::min(value, ones(bits));
    case k_sint:
      return write_integer(whole, -signed_most - 1, signed_most);
    case k_srgb:
      return write_integer(srgb_of_linear(real_of(value)) * most, 0, most);
    case k_float:
      break;
  }
  return bits == 16 ? F16::from(real_of(value)).bits : value;
}

}  // namespace

// Calls f(channel, word, shift, bits): no channel lies in two words.
template <class F>
void TexelFormat::for_each_channel(F&& f) const {
  unsigned at = 0;
  for (unsigned channel = 0; channel < 4 && bits[channel] != 0; ++channel) {
    f(channel, at / 32, at % 32, unsigned{bits[channel]});
    at += bits[channel];
  }
}

TexelWords TexelFormat::unpacked(const TexelWords& texel) const {
  TexelWords channels{0, 0, 0, is_integer() ? 1U : bits_of(1)};
  for_each_channel([&](unsigned channel, unsigned word, unsigned shift, unsigned count) {
    const bool is_linear = number == k_srgb && channel == 3;
    channels[channel] = read_channel(is_linear ? k_unorm : number, count, texel[word] >> shift & ones(count));
  });
  return channels;
}

TexelWords TexelFormat::packed(const TexelWords& channels) const {
  TexelWords texel{};
  for_each_channel([&](unsigned channel, unsigned word, unsigned shift, unsigned count) {
    const bool is_linear = number == k_srgb && channel == 3;
    const std::uint32_t value = write_channel(is_linear ? k_unorm : number, count, channels[channel]);
    texel[word] |= (value & ones(count)) << shift;
  });
  return texel;
}

TexelWords TexelFormat::spread(const TexelWords& texel) const {
  TexelWords channels{};
  for_each_channel([&](unsigned channel, unsigned word, unsigned shift, unsigned count) {
    channels[channel] = (texel[word] >> shift & ones(count)) != 0 ? ~0U : 0;
  });
  return channels;
}

TexelWords TexelFormat::gathered(const TexelWords& channels) const {
  TexelWords texel{};
  for_each_channel([&](unsigned channel, unsigned word, unsigned shift, unsigned count) {
    if (channels[channel] != 0) texel[word] |= ones(count) << shift;
  });
  return texel;
}

std::optional<TexelFormat> texel_format(unsigned number) {
  for (const Family& family : k_families) {
    if (number < family.first || number - family.first >= family.count) continue;
    return TexelFormat{family.bits, family.numbers[number - family.first]};
  }
  return std::nullopt;
}

unsigned number_of(const TexelFormat& format) {
  for (const Family& family : k_families) {
    const auto* end = family.numbers.begin() + family.count;
    const auto* found = std::find(family.numbers.begin(), end, format.number);
    if (family.bits == format.bits && found != end) {
      return family.first + static_cast<unsigned>(found - family.numbers.begin());
    }
  }
  return 0;
}

}  // namespace clc::emulator
