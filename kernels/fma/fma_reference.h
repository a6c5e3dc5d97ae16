// The new value of an element of fma.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace clc::algorithms {

inline constexpr std::size_t k_vector_chains = 128;

inline float sum_of(const std::array<float, 8>& v) {
  return ((v[0] + v[1]) + (v[2] + v[3])) + ((v[4] + v[5]) + (v[6] + v[7]));
}

// The sum of 128 chains as eight vectors add up.
inline float sum_of(const std::array<float, k_vector_chains>& v) {
  std::array<float, 8> sum{};
  const auto vector = [&](std::size_t which, std::size_t at) { return v[16 * which + at]; };
  const auto all = [&](std::size_t at) {
    return ((vector(0, at) + vector(1, at)) + (vector(2, at) + vector(3, at))) +
           ((vector(4, at) + vector(5, at)) + (vector(6, at) + vector(7, at)));
  };
  for (std::size_t at = 0; at < sum.size(); ++at) sum[at] = all(at) + all(at + 8);
  return sum_of(sum);
}

template <std::size_t N>
float sum_of_chains(float x, std::uint32_t rounds, std::size_t chains) {
  std::array<float, N> v{};
  for (std::size_t c = 0; c < chains; ++c) v[c] = x + static_cast<float>(c);
  for (std::uint32_t k = 0; k < rounds; ++k) {
    for (std::size_t c = 0; c < chains; ++c) v[c] = std::fma(v[c], 0.5F, x);
  }
  return sum_of(v);
}

// `chains`: 1, 2, 4, 8 or k_vector_chains.
inline float sum_of_chains(float x, std::uint32_t rounds, std::size_t chains) {
  return chains == k_vector_chains ? sum_of_chains<k_vector_chains>(x, rounds, chains)
                                   : sum_of_chains<8>(x, rounds, chains);
}

}  // namespace clc::algorithms
