// The results that the tests of histogram256_rgba's modules expect.
#include <algorithm>

using Pixel = unsigned char[4];

void channels(const Pixel* pixels, std::size_t size, unsigned* histogram, const void*) {
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t c = 0; c < 4; ++c) ++histogram[256 * c + pixels[global_offset[0] + i][c]];
}
void channels_in_columns(const Pixel* pixels, std::size_t size, unsigned* histogram, const void*, unsigned) {
  channels(pixels, size, histogram, nullptr);
}
void channels_in_chunks(const Pixel* pixels, std::size_t size, std::size_t, unsigned* histogram) {
  channels(pixels, size, histogram, nullptr);
}

// A histogram for each `of_group` pixels.
void count_largest(const Pixel* pixels, std::size_t size, unsigned* histogram, std::size_t of_group) {
  for (std::size_t i = 0; i < size; ++i) {
    const Pixel& pixel = pixels[global_offset[0] + i];
    ++histogram[i / of_group * 256 + *std::max_element(pixel, pixel + 4)];
  }
}
void largest(const Pixel* pixels, std::size_t size, unsigned* histogram, const void*) {
  count_largest(pixels, size, histogram, size + 1);
}
void largest_in_columns(const Pixel* pixels, std::size_t size, unsigned* histogram, const void*, unsigned) {
  count_largest(pixels, size, histogram, size + 1);
}
void largest_in_chunks(const Pixel* pixels, std::size_t size, std::size_t, unsigned* histogram) {
  count_largest(pixels, size, histogram, size + 1);
}
void groups_of_pixels(const Pixel* pixels, std::size_t size, unsigned* partial, const void*) {
  count_largest(pixels, size, partial, 64 * 256);
}
