#include "dsp/dsp.h"

#include "dsp_kernels.clc.h"

namespace dsp {

clc::Result<void> gain(const clc::Queue& queue, std::vector<float>& samples, float factor) {
  // Beside this library, wherever it is installed.
  const auto package = dsp_kernels::open_package();
  if (!package) return fail(package);
  const auto kernels = dsp_kernels::gain::load(queue, *package);
  if (!kernels) return fail(kernels);

  const std::size_t bytes = samples.size() * sizeof(float);
  const auto buffer = queue.allocate(bytes);
  if (!buffer) return fail(buffer);
  if (auto done = queue.write(*buffer, samples.data(), bytes); !done) return fail(done);
  const auto count = static_cast<cl_uint>(samples.size());
  const auto time = kernels->gain(queue, clc::range_1d(count), clc::buffer<cl_float>(*buffer), cl_float{factor}, count);
  if (!time) return fail(time);
  if (auto done = queue.read_mapped(*buffer, samples.data(), bytes); !done) return fail(done);
  return {};
}

}  // namespace dsp
