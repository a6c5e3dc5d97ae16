#include <cstdio>

#include "dsp/dsp.h"
#include "dsp_kernels.clc.h"

// Runs the kernel "limit" from the package that the library ships.
static clc::Result<void> limit(const clc::Queue& queue, std::vector<float>& samples, float loudest) {
  const auto package = dsp_kernels::open_package();
  if (!package) return fail(package);
  const auto kernels = dsp_kernels::gain::load(queue, *package);
  if (!kernels) return fail(kernels);
  const std::size_t bytes = samples.size() * sizeof(float);
  const auto buffer = queue.allocate(bytes);
  if (!buffer) return fail(buffer);
  if (auto done = queue.write(*buffer, samples.data(), bytes); !done) return fail(done);
  const auto count = static_cast<cl_uint>(samples.size());
  const auto time =
      kernels->limit(queue, clc::range_1d(count), clc::buffer<cl_float>(*buffer), cl_float{loudest}, count);
  if (!time) return fail(time);
  if (auto done = queue.read_mapped(*buffer, samples.data(), bytes); !done) return fail(done);
  return {};
}

static clc::Result<void> run() {
  const auto device = clc::select_device("");
  if (!device) return fail(device);
  const auto queue = clc::Queue::create(*device);
  if (!queue) return fail(queue);
  std::vector<float> samples = {0.25F, -0.5F, 1.0F, -2.0F};
  if (auto done = dsp::gain(*queue, samples, 2.0F); !done) return done;
  if (auto done = limit(*queue, samples, 1.5F); !done) return done;
  for (const float sample : samples) std::printf("%g ", sample);
  const auto path = dsp_kernels::package_path();
  if (!path) return fail(path);
  std::printf("from %s\n", path->c_str());
  return {};
}

int main() {
  const auto done = run();
  if (done) return 0;
  std::fprintf(stderr, "application: %s\n", done.error().message.c_str());
  return clc::exit_code(done.error().kind);
}
