// Scales numbers on a device, by a kernel that this program holds.
#include <cstdio>
#include <vector>

#include "scale.h"

static clc::Result<std::vector<float>> scaled(std::vector<float> numbers, float by) {
  const auto device = clc::select_device("");
  if (!device) return fail(device);
  const auto queue = clc::Queue::create(*device);
  if (!queue) return fail(queue);
  const auto kernels = kernels::scale::load(*queue);
  if (!kernels) return fail(kernels);

  const std::size_t size = numbers.size() * sizeof(float);
  const auto buffer = queue->allocate(size);
  if (!buffer) return fail(buffer);
  if (auto done = queue->write(*buffer, numbers.data(), size); !done) return fail(done);
  if (auto done = kernels->scale(*queue, clc::range_1d(numbers.size()), clc::buffer<float>(*buffer), by); !done)
    return fail(done);
  if (auto done = queue->read_mapped(*buffer, numbers.data(), size); !done) return fail(done);
  return numbers;
}

int main() {
  const auto numbers = scaled({1, 2, 3}, 1.5f);
  if (!numbers) {
    std::fprintf(stderr, "app: %s\n", numbers.error().message.c_str());
    return clc::exit_code(numbers.error().kind);
  }
  for (const float number : *numbers) std::printf("%g ", number);
  std::printf("\n");
}
