// The results that overlap.test.json expects.
#include "overlap_reference.h"

template <std::uint32_t (*change)(std::uint32_t, std::uint32_t)>
void change_all(const std::uint32_t* in, std::uint32_t* out, std::uint64_t first, std::uint64_t end,
                std::uint32_t rounds) {
  for (std::uint64_t i = first; i < end; ++i) out[i] = change(in[i], rounds);
}
constexpr auto multiply = change_all<clc::algorithms::multiplied>, shift = change_all<clc::algorithms::shifted>;
