// Kernels of simulations, computed here a second time in double or in integers.
#include <array>

#include "kernel_set/case.h"

namespace clc::bench {
namespace {

constexpr std::size_t k_box_width = 128;

Case stencil7(std::size_t factor) {
  constexpr std::size_t k_height = 32;
  const std::size_t depth = 8 * factor;
  const std::vector<float> in = random_floats(k_box_width * k_height * depth, -1, 1);
  const float middle = 0.4F;
  const float side = 0.1F;
  std::vector<float> expected = in;
  for (std::size_t z = 1; z + 1 < depth; ++z) {
    for (std::size_t y = 1; y + 1 < k_height; ++y) {
      for (std::size_t x = 1; x + 1 < k_box_width; ++x) {
        const std::size_t at = (z * k_height + y) * k_box_width + x;
        double sum = 0;
        for (const std::size_t way : {std::size_t{1}, k_box_width, k_box_width * k_height})
          sum += double{in[at - way]} + in[at + way];
        expected[at] = static_cast<float>(double{middle} * in[at] + double{side} * sum);
      }
    }
  }
  Case result("stencil7", {k_box_width, k_height, depth}, {32, 2, 1});
  return result.input(in).output(expected, {.error = 1e-6}).value(middle).value(side);
}

Case jacobi(std::size_t factor) {
  const std::size_t height = 128 * factor;
  const std::size_t stride = k_box_width + 2;
  const std::vector<float> in = random_floats(stride * (height + 2), -1, 1);
  const std::vector<float> source = random_floats(in.size(), -1, 1, 2);
  std::vector<float> expected(in.size());
  for (std::size_t y = 1; y <= height; ++y) {
    for (std::size_t x = 1; x <= k_box_width; ++x) {
      const std::size_t at = y * stride + x;
      const double sum = double{in[at - 1]} + in[at + 1] + in[at - stride] + in[at + stride] - source[at];
      expected[at] = static_cast<float>(sum / 4);
    }
  }
  Case result("jacobi", {k_box_width, height}, {64, 1});
  return result.input(in).input(source).output(expected, {.error = 1e-6}).value(static_cast<std::int32_t>(stride));
}

// Densities after a step, of `in` with the densities of nine directions one after another.
std::vector<double> lattice_step(const std::vector<double>& in, std::size_t height, double rate) {
  constexpr std::array<int, 9> k_x{0, 1, 0, -1, 0, 1, -1, -1, 1};
  constexpr std::array<int, 9> k_y{0, 0, 1, 0, -1, 1, 1, -1, -1};
  const std::size_t cells = k_box_width * height;
  std::vector<double> out(in.size());
  for (std::size_t cell = 0; cell < cells; ++cell) {
    std::array<double, 9> f{};
    double density = 0;
    double ux = 0;
    double uy = 0;
    for (std::size_t i = 0; i < 9; ++i) {
      const std::size_t x = (cell % k_box_width + k_box_width - static_cast<std::size_t>(k_x.at(i))) % k_box_width;
      const std::size_t y = (cell / k_box_width + height - static_cast<std::size_t>(k_y.at(i))) % height;
      f.at(i) = in[i * cells + y * k_box_width + x];
      density += f.at(i);
      ux += f.at(i) * k_x.at(i);
      uy += f.at(i) * k_y.at(i);
    }
    for (std::size_t i = 0; i < 9; ++i) {
      const double along = (k_x.at(i) * ux + k_y.at(i) * uy) / density;
      const double weight = i == 0 ? 4.0 / 9 : i < 5 ? 1.0 / 9 : 1.0 / 36;
      const double speed = (ux * ux + uy * uy) / (density * density);
      const double rest = weight * density * (1 + 3 * along + 4.5 * along * along - 1.5 * speed);
      out[i * cells + cell] = f.at(i) + rate * (rest - f.at(i));
    }
  }
  return out;
}

Case lbm_float(std::size_t factor) {
  const std::size_t height = 16 * factor;
  const std::vector<float> in = random_floats(9 * k_box_width * height, 0.05F, 0.2F);
  const float rate = 0.6F;
  const std::vector<double> out = lattice_step({in.begin(), in.end()}, height, double{rate});
  Case result("lbm_float", {k_box_width, height}, {64, 1});
  return result.input(in).output(std::vector<float>(out.begin(), out.end()), {.error = 1e-6}).value(rate);
}

Case lbm_half(std::size_t factor) {
  const std::size_t height = 16 * factor;
  std::vector<std::uint16_t> in;
  std::vector<double> values;
  for (const float value : random_floats(9 * k_box_width * height, 0.05F, 0.2F)) {
    in.push_back(to_half(value));
    values.push_back(from_half(in.back()));
  }
  const float rate = 0.6F;
  std::vector<std::uint16_t> expected;
  for (const double value : lattice_step(values, height, double{rate})) expected.push_back(to_half(value));
  Case result("lbm_half", {k_box_width, height}, {64, 1});
  // One unit in the last place, where the value lies close to the middle between two.
  return result.input(in).output(expected, {.error = 1}).value(rate);
}

struct World {
  std::array<std::array<float, 4>, 8> bodies;
  float step;
  std::int32_t steps;
  std::array<float, 2> unused;
};

Case struct_args(std::size_t factor) {
  const std::size_t count = 1024 * factor;
  World world{.bodies = {}, .step = 0.01F, .steps = 40, .unused = {}};
  const std::vector<float> places = random_floats(32, -2, 2);
  for (std::size_t i = 0; i < 32; ++i) world.bodies.at(i / 4).at(i % 4) = places[i];
  std::vector<float> before = random_floats(4 * count, -2, 2, 2);
  std::vector<float> speeds = random_floats(4 * count, -1, 1, 3);
  for (std::size_t i = 3; i < before.size(); i += 4) before[i] = speeds[i] = 0;
  std::vector<double> p(before.begin(), before.end());
  std::vector<double> v(speeds.begin(), speeds.end());
  for (std::size_t at = 0; at < count; ++at) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(world.steps); ++i) {
      const std::array<float, 4>& body = world.bodies.at((i + at) % 8);
      std::array<double, 3> way{};
      for (std::size_t c = 0; c < 3; ++c) way.at(c) = body.at(c) - p[4 * at + c];
      const double distance = way[0] * way[0] + way[1] * way[1] + way[2] * way[2] + 0.01;
      for (std::size_t c = 0; c < 3; ++c) {
        v[4 * at + c] += way.at(c) * double{world.step} * body[3] / (distance * std::sqrt(distance));
        p[4 * at + c] += v[4 * at + c] * double{world.step};
      }
    }
  }
  Case result("struct_args", {count}, {64});
  result.changed(before, std::vector<float>(p.begin(), p.end()), {.error = 1e-3, .exceptions = 0.001});
  result.changed(speeds, std::vector<float>(v.begin(), v.end()), {.error = 1e-3, .exceptions = 0.001});
  return result.value(world);
}

Case life(std::size_t factor) {
  const std::size_t height = 32 * factor;
  std::vector<std::uint8_t> in = random_bytes(k_box_width * height);
  for (std::uint8_t& cell : in) cell = cell < 80 ? 1 : 0;
  std::vector<std::uint8_t> expected;
  for (std::size_t cell = 0; cell < in.size(); ++cell) {
    int block = 0;
    for (std::size_t i = 0; i < 9; ++i) {
      block += in[(cell / k_box_width + height - 1 + i / 3) % height * k_box_width +
                  (cell % k_box_width + k_box_width - 1 + i % 3) % k_box_width];
    }
    expected.push_back(block == 3 || (block == 4 && in[cell] != 0) ? 1 : 0);
  }
  Case result("life", {k_box_width, height}, {64, 1});
  return result.input(in).output(expected);
}

}  // namespace

std::vector<Maker> physics_cases() {
  return {{"stencil7", stencil7},         {"jacobi", jacobi, k_last},   {"lbm_float", lbm_float},
          {"lbm_half", lbm_half, k_last}, {"struct_args", struct_args}, {"life", life}};
}

}  // namespace clc::bench
