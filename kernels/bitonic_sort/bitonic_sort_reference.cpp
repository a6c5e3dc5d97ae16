// The results that the tests of bitonic_sort's modules expect: passes one after the other, on keys that `flip` is XORed
// with.
#include <algorithm>

namespace {

void compare_exchange(unsigned& a, unsigned& b, unsigned flip) {
  if ((a ^ flip) > (b ^ flip)) std::swap(a, b);
}

void pass_over(unsigned* keys, std::size_t size, unsigned stage, unsigned pass, unsigned flip) {
  const std::size_t block = std::size_t{1} << pass;
  for (std::size_t first = 0; first < size; first += block) {
    for (std::size_t i = 0; i < block / 2; ++i) {
      const std::size_t right = first + (pass == stage ? block - 1 - i : block / 2 + i);
      if (right < size) compare_exchange(keys[first + i], keys[right], flip);
    }
  }
}

}  // namespace

template <unsigned count>
void passes(unsigned* keys, std::size_t size, unsigned stage, unsigned pass, unsigned flip) {
  for (unsigned i = 0; i < count; ++i) pass_over(keys + global_offset[0], size, stage, pass - i, flip);
}
constexpr auto passes_1 = passes<1>, passes_2 = passes<2>, passes_3 = passes<3>, passes_4 = passes<4>;
constexpr auto passes_5 = passes<5>;

void tiles(unsigned* keys, std::size_t size, unsigned tile_stages, unsigned flip, const void*) {
  const std::size_t tile = std::size_t{1} << tile_stages;
  unsigned* const range = keys + global_offset[0];
  for (std::size_t first = 0; first < size; first += tile) {
    std::sort(range + first, range + std::min(first + tile, size),
              [&](unsigned a, unsigned b) { return (a ^ flip) < (b ^ flip); });
  }
}

void merge_tiles(unsigned* keys, std::size_t size, unsigned tile_stages, unsigned stage, unsigned flip, const void*) {
  for (unsigned pass = tile_stages; pass > 0; --pass) pass_over(keys + global_offset[0], size, stage, pass, flip);
}

void pad(const unsigned* keys, unsigned* padded, std::size_t size, std::size_t count, unsigned filler) {
  for (std::size_t i = 0; i < count; ++i) padded[i] = i < size ? keys[global_offset[0] + i] : filler;
}
void unpad(const unsigned* padded, unsigned* keys, std::size_t size) {
  std::copy_n(padded, size, keys + global_offset[0]);
}

// Rows of 2^stage pairs go up and down by turns.
void tutorial_pass(unsigned* keys, std::size_t pairs, unsigned stage, unsigned pass, unsigned is_up) {
  const std::size_t distance = std::size_t{1} << (stage - pass);
  for (std::size_t i = 0; i < 2 * pairs; ++i) {
    if ((i & distance) != 0) continue;
    const bool is_row_up = (i >> (stage + 1) & 1) == 0;
    compare_exchange(keys[i], keys[i + distance], is_row_up == (is_up != 0) ? 0 : ~0U);
  }
}
