// The results that the tests of histogram256's modules expect.
void bytes(const unsigned char* pixels, std::size_t size, unsigned* histogram, const void*) {
  for (std::size_t i = 0; i < size; ++i) ++histogram[pixels[global_offset[0] + i]];
}
void bytes_in_columns(const unsigned char* pixels, std::size_t size, unsigned* histogram, const void*, unsigned) {
  bytes(pixels, size, histogram, nullptr);
}
void bytes_in_chunks(const unsigned char* pixels, std::size_t size, std::size_t, unsigned* histogram) {
  bytes(pixels, size, histogram, nullptr);
}
// A histogram for each group of 64 items.
void groups_of_bytes(const unsigned char* pixels, std::size_t size, unsigned* partial, const void*) {
  for (std::size_t i = 0; i < size; ++i) ++partial[i / (64 * 256) * 256 + pixels[global_offset[0] + i]];
}
