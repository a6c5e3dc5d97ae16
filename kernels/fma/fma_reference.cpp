// The results that fma.test.json expects.
#include "fma_reference.h"

template <std::size_t chains>
void sums(const float* in, float* out, std::uint64_t end, std::uint32_t rounds) {
  for (std::uint64_t i = global_offset[0]; i < end; ++i) out[i] = clc::algorithms::sum_of_chains(in[i], rounds, chains);
}
constexpr auto chains_1 = sums<1>, chains_2 = sums<2>, chains_4 = sums<4>, chains_8 = sums<8>;
constexpr auto vectors = sums<clc::algorithms::k_vector_chains>;
