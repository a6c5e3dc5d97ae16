// The results that the tests of reduce's modules expect, of groups of 64 items.
#include <numeric>

namespace {

unsigned sum(const unsigned* values, std::size_t size) {
  return std::accumulate(values + global_offset[0], values + global_offset[0] + size, 0U);
}

}  // namespace

// An item has two aligned blocks of four numbers.
void blocks(const unsigned* values, std::size_t size, unsigned* partial, const void*) {
  const std::size_t begin = global_offset[0];
  for (std::size_t i = begin; i < begin + size; ++i) partial[(i / 4 - begin / 4) / 128] += values[i];
}
// The same, of four sums for each group.
void columns(const unsigned* values, std::size_t size, unsigned* partial, const void*) {
  const std::size_t begin = global_offset[0];
  for (std::size_t i = begin; i < begin + size; ++i) partial[(i / 4 - begin / 4) / 128 * 4 + i % 4] += values[i];
}
void items(const unsigned* values, std::size_t size, unsigned* partial, const void*) {
  for (std::size_t i = 0; i < size; ++i) partial[i / 64] += values[global_offset[0] + i];
}
void chunks(const unsigned* values, std::size_t size, std::size_t chunk, unsigned* partial) {
  for (std::size_t i = 0; i < size; ++i) partial[i / chunk] += values[global_offset[0] + i];
}
void total(const unsigned* values, std::size_t size, unsigned* result, const void*) {
  *result = sum(values, size);
}
void last(const unsigned* values, std::size_t size, const unsigned*, const unsigned*, unsigned* result, const void*) {
  *result = sum(values, size);
}
void fast(const unsigned* values, std::size_t size, const void*, unsigned* result, const void*) {
  *result = sum(values, size);
}
