#include <cstdio>
#include <vector>

#include "clc/runtime/program.h"
#include "saxpy.clc.h"

static clc::Result<float> run() {
  const auto package = saxpy::open_package();
  if (!package) return fail(package);
  const auto device = clc::select_device("");
  if (!device) return fail(device);
  const auto queue = clc::Queue::create(*device);
  if (!queue) return fail(queue);
  const auto program = clc::Program::load(*queue, *package, "saxpy");
  if (!program) return fail(program);
  const auto kernel = program->kernel("saxpy");
  if (!kernel) return fail(kernel);

  std::vector<float> values(1000, 2.0F);
  const std::size_t bytes = values.size() * sizeof(float);
  const auto x = queue->allocate(bytes);
  const auto y = queue->allocate(bytes);
  if (!x || !y) return clc::fail(clc::ErrorKind::k_opencl, "no memory on the device");
  for (const auto* buffer : {&*x, &*y}) {
    if (auto done = queue->write(*buffer, values.data(), bytes); !done) return fail(done);
  }
  const auto count = static_cast<cl_uint>(values.size());
  if (auto done = kernel->launch(*queue, clc::range_1d(count), cl_float{20.0F}, *x, *y, count); !done) {
    return fail(done);
  }
  if (auto done = queue->read_mapped(*y, values.data(), bytes); !done) return fail(done);
  return values.back();
}

int main() {
  const auto value = run();
  if (!value) {
    std::fprintf(stderr, "prebuilt: %s\n", value.error().message.c_str());
    return clc::exit_code(value.error().kind);
  }
  std::printf("20 * 2 + 2 = %g\n", *value);
}
