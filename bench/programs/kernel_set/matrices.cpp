// Kernels on matrices, computed here a second time in double.
#include <algorithm>

#include "kernel_set/case.h"

namespace clc::bench {
namespace {

constexpr std::size_t k_size = 256;

Case product(const char* name, std::size_t factor, std::vector<std::size_t> local) {
  const std::size_t rows = 16 * factor;
  const std::vector<float> a = random_floats(rows * k_size, -1, 1);
  const std::vector<float> b = random_floats(k_size * k_size, -1, 1, 2);
  std::vector<float> expected;
  std::vector<double> row(k_size);
  for (std::size_t y = 0; y < rows; ++y) {
    std::fill(row.begin(), row.end(), 0);
    for (std::size_t i = 0; i < k_size; ++i) {
      for (std::size_t x = 0; x < k_size; ++x) row[x] += double{a[y * k_size + i]} * b[i * k_size + x];
    }
    expected.insert(expected.end(), row.begin(), row.end());
  }
  Case result(name, {k_size, rows}, std::move(local));
  result.input(a).input(b).output(expected, {.error = 1e-4});
  return result.value(static_cast<std::int32_t>(k_size));
}

Case matmul_naive(std::size_t factor) {
  return product("matmul_naive", factor, {64, 1});
}

Case matmul_tile(std::size_t factor) {
  return product("matmul_tile", factor, {16, 16});
}

Case transpose(std::size_t factor) {
  const std::size_t rows = 64 * factor;
  const std::vector<float> in = random_floats(k_size * rows, -1, 1);
  std::vector<float> expected(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) expected[i % k_size * rows + i / k_size] = in[i];
  Case result("transpose", {k_size, rows}, {16, 16});
  return result.input(in).output(expected);
}

Case csr(std::size_t factor) {
  const std::size_t rows = 2048 * factor;
  const std::vector<std::uint32_t> dice = random_words(rows * 32);
  std::vector<std::int32_t> starts{0};
  std::vector<std::int32_t> columns;
  std::vector<float> expected;
  const std::vector<float> values = random_floats(rows * 32, -1, 1, 2);
  const std::vector<float> vector = random_floats(rows, -1, 1, 3);
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t length = 1 + dice[row] % 31;
    double sum = 0;
    for (std::size_t i = 0; i < length; ++i) {
      const std::size_t column = dice[row * 31 + i] % rows;
      sum += double{values[columns.size()]} * vector[column];
      columns.push_back(static_cast<std::int32_t>(column));
    }
    starts.push_back(static_cast<std::int32_t>(columns.size()));
    expected.push_back(static_cast<float>(sum));
  }
  Case result("csr", {rows}, {64});
  return result.input(starts).input(columns).input(values).input(vector).output(expected, {.error = 1e-5});
}

Case lu_step(std::size_t factor) {
  const std::size_t size = 64 * (factor > 1 ? 8 : 1);
  constexpr std::size_t k_step = 5;
  std::vector<float> in = random_floats(size * size, -1, 1);
  for (std::size_t i = 0; i < size; ++i) in[i * size + i] += 4;
  std::vector<float> expected = in;
  for (std::size_t row = k_step + 1; row < size; ++row) {
    const double by = double{in[row * size + k_step]} / in[k_step * size + k_step];
    expected[row * size + k_step] = static_cast<float>(by);
    for (std::size_t column = k_step + 1; column < size; ++column) {
      expected[row * size + column] = static_cast<float>(in[row * size + column] - by * in[k_step * size + column]);
    }
  }
  Case result("lu_step", {size, size}, {64, 1});
  return result.input(in).output(expected, {.error = 1e-5}).value(static_cast<std::int32_t>(k_step));
}

Case floyd_warshall(std::size_t factor) {
  const std::size_t nodes = 64 * (factor > 1 ? 8 : 1);
  constexpr std::size_t k_via = 7;
  std::vector<std::int32_t> in;
  for (const std::uint32_t word : random_words(nodes * nodes)) in.push_back(static_cast<std::int32_t>(word % 1000));
  std::vector<std::int32_t> expected(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    expected[i] = std::min(in[i], in[i / nodes * nodes + k_via] + in[k_via * nodes + i % nodes]);
  }
  Case result("floyd_warshall", {nodes, nodes}, {64, 1});
  return result.input(in).output(expected).value(static_cast<std::int32_t>(k_via));
}

}  // namespace

std::vector<Maker> matrix_cases() {
  return {{"matmul_naive", matmul_naive}, {"matmul_tile", matmul_tile, k_last},
          {"transpose", transpose},       {"csr", csr},
          {"lu_step", lu_step},           {"floyd_warshall", floyd_warshall, k_last}};
}

}  // namespace clc::bench
