// The results that the tests of reduce_double's modules expect, of groups of 64 items.
namespace {

void add_groups(const double* values, std::size_t size, double* partial, std::size_t of_group) {
  for (std::size_t i = 0; i < size; ++i) partial[i / of_group] += values[global_offset[0] + i];
}

}  // namespace

void items(const double* values, std::size_t size, double* partial, const void*) {
  add_groups(values, size, partial, 64);
}
void pairs(const double* values, std::size_t size, double* partial, const void*) {
  add_groups(values, size, partial, 128);
}
void one_group(const double* values, std::size_t size, double* partial, const unsigned*, double* result, const void*) {
  add_groups(values, size, partial, size + 1);
  *result = partial[0];
}
