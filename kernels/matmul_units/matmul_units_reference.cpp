// The results that matmul_units.test.json expects: sums of integers or float64.
#include <algorithm>
#include <cmath>

namespace {

struct Matrix {
  std::size_t first, pitch, batch;
};

// Sets each element of C to `each` of the sum for it and its column.
template <class Factor, class Result, class Each>
void product(const Factor* a, const Factor* b, Result* c, const unsigned (&size)[3], const Matrix (&in)[3],
             bool b_in_columns, const Each& each) {
  const auto [rows, columns, depth] = size;
  for (std::size_t batch = 0; batch < global_size[1]; ++batch) {
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t column = 0; column < columns; ++column) {
        double sum = 0;
        for (std::size_t k = 0; k < depth; ++k) {
          const std::size_t in_b = b_in_columns ? column * in[1].pitch + k : k * in[1].pitch + column;
          sum += static_cast<double>(a[in[0].first + batch * in[0].batch + row * in[0].pitch + k]) *
                 static_cast<double>(b[in[1].first + batch * in[1].batch + in_b]);
        }
        c[in[2].first + batch * in[2].batch + row * in[2].pitch + column] = each(sum, column);
      }
    }
  }
}

}  // namespace

#define ARGUMENTS                                                                                              \
  const float *bias, unsigned, unsigned, unsigned rows, unsigned columns, unsigned depth, std::size_t a_first, \
      std::size_t a_pitch, std::size_t a_batch, std::size_t b_first, std::size_t b_pitch, std::size_t b_batch, \
      std::size_t c_first, std::size_t c_pitch, std::size_t c_batch, float scale, unsigned flags
#define SIZES                                                   \
  {rows, columns, depth}, {                                     \
    {a_first, a_pitch, a_batch}, {b_first, b_pitch, b_batch}, { \
      c_first, c_pitch, c_batch                                 \
    }                                                           \
  }

void bytes(const signed char* a, const signed char* b, int* c, ARGUMENTS) {
  product(a, b, c, SIZES, true, [](double sum, std::size_t) { return static_cast<int>(sum); });
}
void bytes_scaled(const signed char* a, const signed char* b, signed char* c, ARGUMENTS) {
  product(a, b, c, SIZES, true, [&](double sum, std::size_t column) {
    const double value = std::max(0.0F, std::fma(scale, static_cast<float>(sum), bias[column]));
    return static_cast<signed char>(std::nearbyint(std::min(value, 127.0)));
  });
}
void floats(const float* a, const float* b, float* c, ARGUMENTS) {
  product(a, b, c, SIZES, false, [](double sum, std::size_t) { return static_cast<float>(sum); });
}
