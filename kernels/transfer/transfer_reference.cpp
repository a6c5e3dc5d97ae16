// The results that transfer.test.json expects.
void increment(unsigned* numbers, std::size_t end) {
  for (std::size_t i = global_offset[0]; i < end; ++i) ++numbers[i];
}
void increment_into(const unsigned* from, unsigned* to, std::size_t begin, std::size_t end, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) to[i] = from[i] + (i >= begin && i < end ? 1 : 0);
}
