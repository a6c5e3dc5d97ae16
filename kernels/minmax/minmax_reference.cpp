// The extremes that minmax.test.json expects.
void minmax(const unsigned* values, unsigned* extremes, std::size_t end) {
  for (std::size_t i = global_offset[0]; i < end; ++i) {
    if (values[i] < extremes[0]) extremes[0] = values[i];
    if (values[i] > extremes[1]) extremes[1] = values[i];
  }
}
