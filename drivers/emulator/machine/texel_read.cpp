#include "machine/texel_read.h"

#include <bit>

#include "isa/half.h"

namespace clc::emulator {

TexelWords TexelRead::border_colour() const {
  const std::uint32_t rgb = border == BorderColour::k_white ? one() : 0,
                      alpha = border == BorderColour::k_transparent ? 0 : one();
  TexelWords colour{rgb, rgb, rgb, alpha};
  for (unsigned i = 0; i < 4; ++i) {
    if (view.select[i] < k_select_x) colour[i] = view.select[i] == k_select_1 ? one() : 0;
  }
  return colour;
}

TexelWords TexelRead::combined(const std::array<TexelWords, 8>& colours, const TexelSamples& of_lane) const {
  if (gathers) {
    const unsigned component = static_cast<unsigned>(std::countr_zero(static_cast<unsigned>(dmask) | 8U));
    return {colours[2][component], colours[3][component], colours[1][component], colours[0][component]};
  }
  if (samples == 1) return colours[0];
  TexelWords result{};
  for (unsigned component = 0; component < 4; ++component) {
    double sum = 0;
    for (unsigned i = 0; i < samples; ++i) {
      const float weight = of_lane.all[i].weight;
      if (weight != 0)
        sum += static_cast<double>(weight) * static_cast<double>(std::bit_cast<float>(colours[i][component]));
    }
    result[component] = std::bit_cast<std::uint32_t>(static_cast<float>(sum));
  }
  return result;
}

TexelWords TexelRead::registers(const TexelWords& colour) const {
  TexelWords result{};
  unsigned next = 0;
  for (unsigned component = 0; component < 4; ++component) {
    if (!gathers && (dmask >> component & 1U) == 0) continue;
    if (!has_halves) {
      result[next++] = colour[component];
      continue;
    }
    const std::uint32_t half = view.format.is_integer()
                                   ? colour[component] & 0xffffU
                                   : F16::from(static_cast<double>(std::bit_cast<float>(colour[component]))).bits;
    result[next / 2] |= half << next % 2 * 16;
    ++next;
  }
  return result;
}

TexelWords TexelRead::undefined_registers(const TexelWords& colour) const {
  TexelWords result{};
  unsigned next = 0;
  for (unsigned component = 0; component < 4; ++component) {
    if (!gathers && (dmask >> component & 1U) == 0) continue;
    const std::uint32_t bits = colour[component] != 0 ? (has_halves ? 0xffffU : ~0U) : 0;
    result[has_halves ? next / 2 : next] |= bits << (has_halves ? next % 2 * 16 : 0);
    ++next;
  }
  return result;
}

}  // namespace clc::emulator
