// The runtime next to the Khronos C++ bindings, as C++17.
#define CL_HPP_TARGET_OPENCL_VERSION 300
#define CL_HPP_MINIMUM_OPENCL_VERSION 200
#include <CL/opencl.hpp>

#include "clc/base/digest.h"
#include "clc/package/artifact.h"
#include "clc/package/container.h"
#include "clc/package/target.h"
#include "clc/runtime/handles.h"
#include "clc/runtime/program.h"
#include "clc/runtime/typed.h"

namespace {

// Never called: it is enough that this compiles.
[[maybe_unused]] clc::Result<clc::Kernel> mixed(const cl::Context& context, const cl::Device& device,
                                                const cl::CommandQueue& commands, const clc::Package& package) {
  clc::Result<clc::Queue> queue = clc::Queue::adopt(context, device, commands);
  if (!queue) queue = clc::Queue::adopt(commands);
  if (!queue) queue = clc::Queue::adopt(context(), device(), commands());
  if (!queue) return fail(queue);
  clc::Result<clc::Program> program = clc::Program::load(*queue, package, "module");
  if (!program) return fail(program);
  clc::Result<clc::Kernel> kernel = program->kernel("kernel");
  const cl::Buffer buffer(context, CL_MEM_READ_WRITE, 16);
  if (kernel) static_cast<void>(kernel->launch(*queue, clc::range_1d(4), buffer(), cl_float4{}, 1));
  const clc::WaitList after({cl::Event(), cl_event{nullptr}});
  if (kernel) static_cast<void>(kernel->enqueue(*queue, clc::range_1d(4), after, clc::buffer<float>(buffer)));
  return kernel;
}

}  // namespace
