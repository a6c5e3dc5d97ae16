#include "dsp/dsp.h"

#include "clc/runtime/program.h"
#include "dsp_kernels.clc.h"

namespace dsp {

clc::Result<void> gain(const clc::Queue& queue, std::vector<float>& samples, float factor) {
  // Beside this library, wherever it is installed.
  const auto package = dsp_kernels::open_package();
  if (!package) return tl::make_unexpected(package.error());
  const auto program = clc::Program::load(queue, *package, "gain");
  if (!program) return tl::make_unexpected(program.error());
  const auto kernel = program->kernel("gain");
  if (!kernel) return tl::make_unexpected(kernel.error());

  const std::size_t bytes = samples.size() * sizeof(float);
  const auto buffer = queue.allocate(bytes);
  if (!buffer) return tl::make_unexpected(buffer.error());
  if (auto done = queue.write(*buffer, samples.data(), bytes); !done) return tl::make_unexpected(done.error());
  const auto count = static_cast<cl_uint>(samples.size());
  if (auto done = kernel->launch(queue, clc::range_1d(count), *buffer, cl_float{factor}, count); !done) {
    return tl::make_unexpected(done.error());
  }
  if (auto done = queue.read_mapped(*buffer, samples.data(), bytes); !done) return tl::make_unexpected(done.error());
  return {};
}

}  // namespace dsp
