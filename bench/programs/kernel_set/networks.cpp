// Kernels of language models, computed here a second time in double.
#include <algorithm>
#include <numeric>

#include "kernel_set/case.h"

namespace clc::bench {
namespace {

// Blocks of 32 weights: a scale as half, then `bytes` bytes.
Bytes quantised(std::size_t blocks, std::size_t bytes, std::uint32_t seed) {
  Bytes result = random_bytes(blocks * (2 + bytes), seed);
  const std::vector<float> scales = random_floats(blocks, 0.005F, 0.02F, seed + 1);
  for (std::size_t i = 0; i < blocks; ++i) {
    const std::uint16_t half = to_half(scales[i]);
    std::memcpy(&result[i * (2 + bytes)], &half, 2);
  }
  return result;
}

double scale_of(const unsigned char* block) {
  std::uint16_t half = 0;
  std::memcpy(&half, block, 2);
  return from_half(half);
}

Case q4_matvec(std::size_t factor) {
  const std::size_t rows = 16 * factor;
  constexpr std::size_t k_blocks = 128;
  const Bytes matrix = quantised(rows * k_blocks, 16, 1);
  const std::vector<float> vector = random_floats(32 * k_blocks, -1, 1);
  std::vector<float> expected;
  for (std::size_t row = 0; row < rows; ++row) {
    double sum = 0;
    for (std::size_t i = 0; i < 32 * k_blocks; ++i) {
      const unsigned char* block = &matrix[(row * k_blocks + i / 32) * 18];
      const int pair = block[2 + i % 16];
      sum += scale_of(block) * ((i % 32 < 16 ? pair & 15 : pair >> 4) - 8) * vector[i];
    }
    expected.push_back(static_cast<float>(sum));
  }
  Case result("q4_matvec", {rows * 32}, {32});
  result.input(matrix).input(vector).output(expected, {.error = 1e-4}).value(static_cast<std::int32_t>(k_blocks));
  return result.local_memory(32 * sizeof(float));
}

Case q8_matvec(std::size_t factor) {
  const std::size_t rows = 64 * factor;
  constexpr std::size_t k_blocks = 64;
  const Bytes matrix = quantised(rows * k_blocks, 32, 1);
  const Bytes vector = quantised(k_blocks, 32, 3);
  std::vector<float> expected;
  for (std::size_t row = 0; row < rows; ++row) {
    double sum = 0;
    for (std::size_t i = 0; i < 32 * k_blocks; ++i) {
      const unsigned char* a = &matrix[(row * k_blocks + i / 32) * 34];
      const unsigned char* b = &vector[i / 32 * 34];
      sum +=
          scale_of(a) * scale_of(b) * static_cast<std::int8_t>(a[2 + i % 32]) * static_cast<std::int8_t>(b[2 + i % 32]);
    }
    expected.push_back(static_cast<float>(sum));
  }
  Case result("q8_matvec", {rows}, {16});
  return result.input(matrix)
      .input(vector)
      .output(expected, {.error = 1e-4})
      .value(static_cast<std::int32_t>(k_blocks));
}

constexpr std::size_t k_columns = 1024;

// `compute` gives the row of results for a row of inputs.
template <class Compute>
std::vector<float> each_row(const std::vector<float>& in, const Compute& compute) {
  std::vector<float> result;
  for (std::size_t row = 0; row < in.size() / k_columns; ++row) {
    const std::vector<double> of_row = compute(&in[row * k_columns]);
    result.insert(result.end(), of_row.begin(), of_row.end());
  }
  return result;
}

Case softmax(std::size_t factor) {
  const std::vector<float> in = random_floats(16 * factor * k_columns, -4, 4);
  const std::vector<float> expected = each_row(in, [](const float* row) {
    std::vector<double> result(row, row + k_columns);
    for (double& value : result) value = std::exp(value);
    const double sum = std::accumulate(result.begin(), result.end(), 0.0);
    for (double& value : result) value /= sum;
    return result;
  });
  Case result("softmax", {16 * factor * 64}, {64});
  result.input(in).output(expected, {.error = 1e-6}).value(static_cast<std::int32_t>(k_columns));
  return result.local_memory(64 * sizeof(float));
}

Case layer_norm(std::size_t factor) {
  const std::vector<float> in = random_floats(32 * factor * k_columns, -2, 3);
  const std::vector<float> weight = random_floats(k_columns, 0.5F, 1.5F, 2);
  const std::vector<float> bias = random_floats(k_columns, -0.5F, 0.5F, 3);
  const float epsilon = 1e-5F;
  const std::vector<float> expected = each_row(in, [&](const float* row) {
    const double mean = std::accumulate(row, row + k_columns, 0.0) / k_columns;
    double variance = 0;
    for (std::size_t i = 0; i < k_columns; ++i) variance += (row[i] - mean) * (row[i] - mean) / k_columns;
    std::vector<double> result;
    for (std::size_t i = 0; i < k_columns; ++i) {
      result.push_back((row[i] - mean) / std::sqrt(variance + double{epsilon}) * weight[i] + bias[i]);
    }
    return result;
  });
  Case result("layer_norm", {32 * factor * 64}, {64});
  result.input(in).input(weight).input(bias).output(expected, {.error = 1e-4});
  return result.value(static_cast<std::int32_t>(k_columns)).value(epsilon).local_memory(64 * 2 * sizeof(float));
}

Case rms_norm(std::size_t factor) {
  const std::vector<float> in = random_floats(64 * factor * k_columns, -2, 2);
  const std::vector<float> weight = random_floats(k_columns, 0.5F, 1.5F, 2);
  const float epsilon = 1e-6F;
  const std::vector<float> expected = each_row(in, [&](const float* row) {
    const double squares = std::inner_product(row, row + k_columns, row, 0.0);
    std::vector<double> result;
    for (std::size_t i = 0; i < k_columns; ++i) {
      result.push_back(row[i] / std::sqrt(squares / k_columns + double{epsilon}) * weight[i]);
    }
    return result;
  });
  Case result("rms_norm", {64 * factor}, {16});
  result.input(in).input(weight).output(expected, {.error = 1e-4});
  return result.value(static_cast<std::int32_t>(k_columns)).value(epsilon);
}

Case rope(std::size_t factor) {
  constexpr std::size_t k_pairs = 64;
  const std::size_t positions = 128 * factor;
  const float base = 10000;
  const std::vector<float> in = random_floats(positions * k_pairs * 2, -1, 1);
  std::vector<float> expected;
  for (std::size_t i = 0; i < positions * k_pairs; ++i) {
    const double exponent = -static_cast<double>(i % k_pairs) / k_pairs;
    const double angle = static_cast<double>(i / k_pairs) * std::pow(double{base}, exponent);
    expected.push_back(static_cast<float>(in[2 * i] * std::cos(angle) - in[2 * i + 1] * std::sin(angle)));
    expected.push_back(static_cast<float>(in[2 * i] * std::sin(angle) + in[2 * i + 1] * std::cos(angle)));
  }
  Case result("rope", {k_pairs, positions}, {64, 1});
  // The angle itself is rounded, of up to some thousands.
  result.input(in).output(expected, {.error = 4e-6 * static_cast<double>(positions)});
  return result.value(static_cast<std::int32_t>(k_pairs)).value(base);
}

}  // namespace

std::vector<Maker> network_cases() {
  return {{"q4_matvec", q4_matvec},   {"q8_matvec", q8_matvec, k_last}, {"softmax", softmax},
          {"layer_norm", layer_norm}, {"rms_norm", rms_norm, k_last},   {"rope", rope}};
}

}  // namespace clc::bench
