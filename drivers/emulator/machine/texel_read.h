// A read of texels that is under way: which ones each lane wants, and what becomes of them.
#pragma once

#include <array>

#include "isa/wave_state.h"
#include "machine/image_view.h"

namespace clc::emulator {

struct TexelRead {
  ImageView view;
  BorderColour border{};
  bool gathers = false;     // one component of four texels, else the weighted sum of all
  unsigned samples = 1;     // of each lane
  std::uint8_t dmask = 15;  // components that registers get
  bool has_halves = false;  // two components to a register
  unsigned dwords = 0;      // registers
  std::array<TexelSamples, k_max_lanes> lanes;

  std::uint32_t one() const { return view.format.is_integer() ? 1U : 0x3f800000U; }
  TexelWords border_colour() const;
  // The colour that the texels make, sample by sample.
  TexelWords combined(const std::array<TexelWords, 8>& colours, const TexelSamples& of_lane) const;
  // The registers of a colour.
  TexelWords registers(const TexelWords& colour) const;
  // The same of bits that say which are undefined.
  TexelWords undefined_registers(const TexelWords& colour) const;

 private:
  // The bits of the components that registers get, one behind the other.
  template <class F>
  TexelWords in_registers(F&& bits_of) const;
};

}  // namespace clc::emulator
