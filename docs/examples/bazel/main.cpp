// Adds two vectors on a device, by a kernel that the program holds.
#include <cstdio>
#include <vector>

#include "clc/runtime/program.h"
#include "sums_kernels.h"
#include "sums_package.h"

static clc::Result<float> add(float a, float b) {
  const auto package = clc::Package::from_memory(sums::package_bytes());
  if (!package) return fail(package);
  const auto device = clc::select_device("");
  if (!device) return fail(device);
  const auto queue = clc::Queue::create(*device);
  if (!queue) return fail(queue);
  const auto kernels = sums::sum::load(*queue, *package);
  if (!kernels) return fail(kernels);

  const std::vector<float> left(1000, a), right(1000, b);
  std::vector<float> sums(left.size());
  const std::size_t bytes = left.size() * sizeof(float);
  const auto x = queue->allocate(bytes), y = queue->allocate(bytes), out = queue->allocate(bytes);
  if (!x || !y || !out) return clc::fail(clc::ErrorKind::k_opencl, "no memory on the device");
  if (const auto wrote = queue->write(*x, left.data(), bytes); !wrote) return fail(wrote);
  if (const auto wrote = queue->write(*y, right.data(), bytes); !wrote) return fail(wrote);
  const auto count = static_cast<cl_uint>(left.size());
  const auto launched = kernels->sum(*queue, clc::range_1d(count), clc::buffer<cl_float>(*x), clc::buffer<cl_float>(*y),
                                     clc::buffer<cl_float>(*out), count);
  if (!launched) return fail(launched);
  if (const auto read = queue->read_mapped(*out, sums.data(), bytes); !read) return fail(read);
  return sums.back();
}

int main() {
  const auto sum = add(1.5F, 2);
  if (!sum) {
    std::fprintf(stderr, "add: %s\n", sum.error().message.c_str());
    return clc::exit_code(sum.error().kind);
  }
  std::printf("1.5 + 2 = %g\n", *sum);
}
