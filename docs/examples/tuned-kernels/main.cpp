// Multiplies two matrices with the configuration of the kernel that is the fastest on this device, and checks the
// product.
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "clc/runtime/program.h"
#include "matmul.clc.h"

namespace {

constexpr cl_uint k_n = 256;

float value(std::size_t row, std::size_t column) {
  return static_cast<float>((row * 7 + column * 3) % 11) - 5;
}

bool is_product(const std::vector<float>& c) {
  for (std::size_t row = 0; row < k_n; row += 37) {
    for (std::size_t column = 0; column < k_n; ++column) {
      double sum = 0;
      for (std::size_t k = 0; k < k_n; ++k) sum += static_cast<double>(value(row, k)) * value(k, column);
      if (std::abs(sum - c[row * k_n + column]) > 1e-3) return false;
    }
  }
  return true;
}

clc::Result<bool> multiply(const clc::Package& package) {
  const auto device = clc::select_device("");
  if (!device) return fail(device);
  const auto queue = clc::Queue::create(*device);
  if (!queue) return fail(queue);
  const auto program = clc::Program::load(*queue, package, "matmul");
  if (!program) return fail(program);
  const auto kernel = program->kernel("matmul");
  if (!kernel) return fail(kernel);

  // The launch follows from the macros of the configuration that was chosen.
  const std::size_t tile = std::stoul(program->parameters().at("TILE"));
  const std::size_t rows = std::stoul(program->parameters().at("ROWS"));
  std::printf("TILE %zu, ROWS %zu\n", tile, rows);

  std::vector<float> values(k_n * k_n);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = value(i / k_n, i % k_n);
  const std::size_t bytes = values.size() * sizeof(float);
  const auto a = queue->allocate(bytes), c = queue->allocate(bytes);
  if (!a || !c) return fail(a ? c : a);
  if (const auto done = queue->write(*a, values.data(), bytes); !done) return fail(done);
  if (const auto done = kernel->launch(*queue, clc::range_2d({k_n, k_n / rows}, {tile, tile / rows}), *a, *a, *c, k_n);
      !done) {
    return fail(done);
  }
  if (const auto done = queue->read(*c, values.data(), bytes); !done) return fail(done);
  return is_product(values);
}

}  // namespace

int main(int argc, char** argv) {
  const auto package = argc > 1 ? clc::Package::open(argv[1]) : matmul::open_package();
  const auto is_right = package ? multiply(*package) : fail(package);
  if (!is_right) {
    std::fprintf(stderr, "tuned-kernels: %s\n", is_right.error().message.c_str());
    return clc::exit_code(is_right.error().kind);
  }
  std::puts(*is_right ? "the product is right" : "the product is WRONG");
  return *is_right ? 0 : 6;
}
