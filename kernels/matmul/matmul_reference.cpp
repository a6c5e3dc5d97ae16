// The results that matmul.test.json expects: sums of float64.
#include <algorithm>

namespace {

// An element of the product of a row of A and a column of B, from depth `begin` to `end`.
double dot(const float* a_row, const float* b_column, std::size_t b_pitch, std::size_t begin, std::size_t end) {
  double sum = 0;
  for (std::size_t k = begin; k < end; ++k) sum += static_cast<double>(a_row[k]) * b_column[k * b_pitch];
  return sum;
}

}  // namespace

void product(const float* a, const float* b, float* c, std::size_t depth, std::size_t b_pitch, std::size_t c_pitch,
             std::size_t row_end, std::size_t column_end) {
  // The first offset is that of the rows in one kernel, and they are the same.
  for (std::size_t row = global_offset[0]; row < row_end; ++row)
    for (std::size_t column = global_offset[1]; column < column_end; ++column)
      c[row * c_pitch + column] = static_cast<float>(dot(a + row * depth, b + column, b_pitch, 0, depth));
}
void product_of_blocks(const float* a, const float* b, float* c, std::size_t depth, std::size_t b_pitch,
                       std::size_t c_pitch, std::size_t row_end, std::size_t column_end, unsigned) {
  product(a, b, c, depth, b_pitch, c_pitch, row_end, column_end);
}

// A group of 16x16 items makes 128 rows and 256 columns.
void whole(const float* a, const float* b, float* c, std::size_t depth, std::size_t b_pitch, std::size_t c_pitch) {
  product(a, b, c, depth, b_pitch, c_pitch, global_size[1] * 8, global_size[0] * 16);
}
// A group of 16x8 items makes 64 rows and 128 columns of a part, and parts follow each other.
void parts(const float* a, const float* b, float* c, std::size_t depth, std::size_t b_pitch, std::size_t,
           std::size_t part_depth, std::size_t) {
  for (std::size_t part = 0; part < global_size[2]; ++part) {
    const std::size_t begin = part * part_depth, end = std::min(begin + part_depth, depth);
    for (std::size_t row = 0; row < global_size[1] * 8; ++row)
      for (std::size_t column = 0; column < global_size[0] * 8; ++column)
        *c++ = static_cast<float>(dot(a + row * depth, b + column, b_pitch, begin, end));
  }
}
void add_parts(const float* sums, unsigned parts, float* c, std::size_t c_pitch) {
  const std::size_t rows = global_size[1], columns = global_size[0] * 4;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      double sum = 0;
      for (std::size_t part = 0; part < parts; ++part) sum += sums[(part * rows + row) * columns + column];
      c[(global_offset[1] + row) * c_pitch + global_offset[0] + column] = static_cast<float>(sum);
    }
  }
}

// Panels of `width` columns, row after row.
void pack(const float* b, float* packed, std::size_t depth, std::size_t b_pitch, std::size_t column_end,
          unsigned width) {
  for (std::size_t first = global_offset[1]; first < column_end; first += width)
    for (std::size_t k = 0; k < depth; ++k)
      for (std::size_t s = 0; s < width; ++s) *packed++ = first + s < column_end ? b[k * b_pitch + first + s] : 0;
}
template <std::size_t width>
void packed(const float* a, const float* panels, float* c, std::size_t depth, std::size_t c_pitch, std::size_t row_end,
            std::size_t column_end) {
  for (std::size_t row = global_offset[0]; row < row_end; ++row) {
    for (std::size_t column = global_offset[1]; column < column_end; ++column) {
      const std::size_t at = column - global_offset[1];
      const float* const panel = panels + at / width * depth * width;
      c[row * c_pitch + column] = static_cast<float>(dot(a + row * depth, panel + at % width, width, 0, depth));
    }
  }
}
constexpr auto packed_8 = packed<32>, packed_16 = packed<64>;
