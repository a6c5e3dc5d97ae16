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

template <class F>
TexelWords TexelRead::in_registers(F&& bits_of) const {
  TexelWords result{};
  unsigned next = 0;
  for (unsigned component = 0; component < 4; ++component) {
    if (!gathers && (dmask >> component & 1U) == 0) continue;
    result[has_halves ? next / 2 : next] |= bits_of(component) << (has_halves ? next % 2 * 16 : 0);
    ++next;
  }
  return result;
}

TexelWords TexelRead::registers(const TexelWords& colour) const {
  return in_registers([&](unsigned component) -> std::uint32_t {
    if (!has_halves) return colour[component];
    if (view.format.is_integer()) return colour[component] & 0xffffU;
    return F16::from(static_cast<double>(std::bit_cast<float>(colour[component]))).bits;
  });
}

TexelWords TexelRead::undefined_registers(const TexelWords& colour) const {
  const std::uint32_t all = has_halves ? 0xffffU : ~0U;
  return in_registers([&](unsigned component) { return colour[component] != 0 ? all : 0U; });
}

}  // namespace clc::emulator
