// Kernels on pictures. Each is computed here a second time, in double or in integers.
#include <algorithm>
#include <array>

#include "kernel_set/case.h"

namespace clc::bench {
namespace {

constexpr int k_width = 512;

int clamped(int value, int end) {
  return std::clamp(value, 0, end - 1);
}

Case mandelbrot(std::size_t factor) {
  const auto height = static_cast<int>(32 * factor);
  const std::uint32_t most = 200;
  const float left = -2.0F;
  const float step = 2.5F / k_width;
  const float top = -step * static_cast<float>(height) / 2;
  std::vector<std::uint32_t> expected;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < k_width; ++x) {
      const double c = static_cast<float>(left + static_cast<float>(x) * step);
      const double d = static_cast<float>(top + static_cast<float>(y) * step);
      double a = 0;
      double b = 0;
      std::uint32_t n = 0;
      for (; a * a + b * b < 4 && n < most; ++n) {
        const double next = a * a - b * b + c;
        b = 2 * a * b + d;
        a = next;
      }
      expected.push_back(n);
    }
  }
  Case result("mandelbrot", {k_width, 32 * factor}, {16, 16});
  return result.output(expected, {.error = 0, .exceptions = 0.02}).value(left).value(top).value(step).value(most);
}

Case julia_double(std::size_t factor) {
  const auto height = static_cast<int>(16 * factor);
  const double step = 3.0 / k_width;
  const double re = -0.8;
  const double im = 0.156;
  const std::int32_t most = 200;
  std::vector<double> expected;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < k_width; ++x) {
      long double a = (x - k_width / 2) * static_cast<long double>(step);
      long double b = (y - height / 2) * static_cast<long double>(step);
      int n = 0;
      for (; n < most && a * a + b * b <= 4; ++n) {
        const long double next = a * a - b * b + re;
        b = 2 * a * b + im;
        a = next;
      }
      expected.push_back(n);
    }
  }
  Case result("julia_double", {k_width, 16 * factor}, {16, 16});
  return result.output(expected, {.error = 0, .exceptions = 0.02}).value(re).value(im).value(step).value(most);
}

Case bilateral(std::size_t factor) {
  const auto height = static_cast<int>(8 * factor);
  const std::vector<float> in = random_floats(static_cast<std::size_t>(k_width * height), 0, 1);
  const float place = 0.1F;
  const float brightness = 8.0F;
  std::vector<float> expected;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < k_width; ++x) {
      double sum = 0;
      double weights = 0;
      for (int i = 0; i < 25; ++i) {
        const int dx = i % 5 - 2;
        const int dy = i / 5 - 2;
        const double other = in[static_cast<std::size_t>(clamped(y + dy, height) * k_width + clamped(x + dx, k_width))];
        const double difference = other - in[static_cast<std::size_t>(y * k_width + x)];
        const double weight =
            std::exp(-(dx * dx + dy * dy) * double{place} - difference * difference * double{brightness});
        sum += weight * other;
        weights += weight;
      }
      expected.push_back(static_cast<float>(sum / weights));
    }
  }
  Case result("bilateral", {k_width, 8 * factor}, {64, 1});
  result.input(in).output(expected, {.error = 1e-5});
  return result.value(k_width).value(height).value(place).value(brightness);
}

Case sobel(std::size_t factor) {
  const auto height = static_cast<int>(64 * factor);
  const std::vector<std::uint8_t> in = random_bytes(static_cast<std::size_t>(k_width * height));
  std::vector<std::uint8_t> expected(in.size());
  constexpr std::array<int, 3> k_smooth{1, 2, 1};
  for (int y = 1; y < height - 1; ++y) {
    for (int x = 1; x < k_width - 1; ++x) {
      int across = 0;
      int down = 0;
      for (int j = 0; j < 3; ++j) {
        for (int i = 0; i < 3; ++i) {
          const int pixel = in[static_cast<std::size_t>((y + j - 1) * k_width + x + i - 1)];
          across += (i - 1) * k_smooth[static_cast<std::size_t>(j)] * pixel;
          down += (j - 1) * k_smooth[static_cast<std::size_t>(i)] * pixel;
        }
      }
      expected[static_cast<std::size_t>(y * k_width + x)] =
          static_cast<std::uint8_t>(std::min(255, std::abs(across) + std::abs(down)));
    }
  }
  Case result("sobel", {k_width, 64 * factor}, {64, 1});
  return result.input(in).output(expected).value(k_width).value(height);
}

Case gamma_correction(std::size_t factor) {
  const std::vector<std::uint8_t> in = random_bytes(4 * 8192 * factor);
  const float exponent = 1 / 2.2F;
  std::vector<std::uint8_t> expected(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    expected[i] =
        i % 4 == 3 ? in[i] : static_cast<std::uint8_t>(std::nearbyint(std::pow(in[i] / 255.0, double{exponent}) * 255));
  }
  Case result("gamma", {8192 * factor}, {64});
  return result.input(in).output(expected, {.error = 1}).value(exponent);
}

Case median3(std::size_t factor) {
  const auto height = static_cast<int>(16 * factor);
  const std::vector<std::uint8_t> in = random_bytes(static_cast<std::size_t>(k_width * height));
  std::vector<std::uint8_t> expected;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < k_width; ++x) {
      std::array<std::uint8_t, 9> window{};
      for (int i = 0; i < 9; ++i) {
        const int at = clamped(y + i / 3 - 1, height) * k_width + clamped(x + i % 3 - 1, k_width);
        window[static_cast<std::size_t>(i)] = in[static_cast<std::size_t>(at)];
      }
      std::sort(window.begin(), window.end());
      expected.push_back(window[4]);
    }
  }
  Case result("median3", {k_width, 16 * factor}, {64, 1});
  return result.input(in).output(expected).value(k_width).value(height);
}

Case conv5x5(std::size_t factor) {
  const std::size_t height = 32 * factor;
  const std::size_t stride = k_width + 4;
  const std::vector<float> in = random_floats(stride * (height + 4), -1, 1);
  const std::vector<float> coefficients = random_floats(25, -1, 1, 2);
  std::vector<float> expected;
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < k_width; ++x) {
      double sum = 0;
      for (std::size_t i = 0; i < 25; ++i) sum += double{in[(y + i / 5) * stride + x + i % 5]} * coefficients[i];
      expected.push_back(static_cast<float>(sum));
    }
  }
  Case result("conv5x5", {k_width, height}, {64, 1});
  result.input(in).input(coefficients).output(expected, {.error = 1e-5});
  return result.value(static_cast<std::int32_t>(stride));
}

Case image_blur(std::size_t factor) {
  const auto height = static_cast<int>(8 * factor);
  const std::vector<std::uint8_t> in = random_bytes(static_cast<std::size_t>(4 * k_width * height));
  std::vector<float> expected;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < k_width; ++x) {
      for (int channel = 0; channel < 4; ++channel) {
        int sum = 0;
        for (int i = 0; i < 9; ++i) {
          const int at = clamped(y + i / 3 - 1, height) * k_width + clamped(x + i % 3 - 1, k_width);
          sum += in[static_cast<std::size_t>(at * 4 + channel)];
        }
        expected.push_back(static_cast<float>(sum / 255.0 / 9));
      }
    }
  }
  Case result("image_blur", {k_width, 8 * factor}, {64, 1});
  return result.image(k_width, 8 * factor, in).output(expected, {.error = 1e-5});
}

Case dct8x8(std::size_t factor) {
  const std::size_t blocks = 512 * factor;
  const std::vector<float> in = random_floats(blocks * 64, -128, 127);
  std::vector<float> cosines;
  for (int u = 0; u < 8; ++u) {
    const double scale = u == 0 ? std::sqrt(0.125) : 0.5;
    for (int x = 0; x < 8; ++x) cosines.push_back(static_cast<float>(scale * std::cos((2 * x + 1) * u * M_PI / 16)));
  }
  std::vector<float> expected(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::size_t block = i / 64 * 64;
    double sum = 0;
    for (std::size_t j = 0; j < 64; ++j) {
      sum += double{in[block + j]} * cosines[i / 8 % 8 * 8 + j / 8] * cosines[i % 8 * 8 + j % 8];
    }
    expected[i] = static_cast<float>(sum);
  }
  Case result("dct8x8", {blocks}, {32});
  return result.input(in).output(expected, {.error = 1e-3}).input(cosines);
}

Case ray_sphere(std::size_t factor) {
  const std::size_t height = 32 * factor;
  constexpr int k_count = 24;
  std::vector<float> spheres = random_floats(k_count * 8, 0, 1);
  for (std::size_t i = 0; i < k_count; ++i) {
    spheres[8 * i] = spheres[8 * i] * 4 - 2;
    spheres[8 * i + 1] = spheres[8 * i + 1] * 4 - 2;
    spheres[8 * i + 2] = spheres[8 * i + 2] * 3 + 3;
    spheres[8 * i + 3] = spheres[8 * i + 3] * 0.5F + 0.2F;
  }
  const std::array<float, 4> light{0.577F, 0.577F, -0.577F, 0};
  std::vector<float> expected(k_width * height * 4);
  for (std::size_t pixel = 0; pixel < k_width * height; ++pixel) {
    std::array<double, 3> ray{(static_cast<double>(pixel % k_width) - k_width / 2.0) / k_width,
                              (static_cast<double>(pixel / k_width) - height / 2.0) / static_cast<double>(height), 1};
    const double length = std::hypot(ray[0], ray[1], ray[2]);
    double nearest = 1e30;
    for (std::size_t i = 0; i < k_count; ++i) {
      const float* s = &spheres[8 * i];
      const double along = (s[0] * ray[0] + s[1] * ray[1] + s[2] * ray[2]) / length;
      const double gap =
          along * along - (double{s[0]} * s[0] + double{s[1]} * s[1] + double{s[2]} * s[2]) + double{s[3]} * s[3];
      if (gap < 0 || along - std::sqrt(gap) <= 0 || along - std::sqrt(gap) >= nearest) continue;
      nearest = along - std::sqrt(gap);
      double facing = 0;
      for (std::size_t c = 0; c < 3; ++c) facing += (ray[c] / length * nearest - s[c]) / s[3] * light[c];
      for (std::size_t c = 0; c < 4; ++c)
        expected[pixel * 4 + c] = static_cast<float>(s[4 + c] * std::max(facing, 0.1F + 0.0));
    }
  }
  Case result("ray_sphere", {k_width, height}, {16, 16});
  result.input(spheres).value(k_count).output(expected, {.error = 1e-3, .exceptions = 0.01});
  return result.value(light);
}

}  // namespace

std::vector<Maker> picture_cases() {
  return {{"mandelbrot", mandelbrot},  {"julia_double", julia_double, k_last},
          {"bilateral", bilateral},    {"sobel", sobel},
          {"gamma", gamma_correction}, {"median3", median3, k_last},
          {"conv5x5", conv5x5},        {"image_blur", image_blur},
          {"dct8x8", dct8x8, k_last},  {"ray_sphere", ray_sphere}};
}

}  // namespace clc::bench
