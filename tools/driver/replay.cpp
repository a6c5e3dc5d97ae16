#include "driver/replay.h"

#include <array>
#include <memory>

#include "base/try.h"
#include "clc/runtime/choose.h"
#include "clc/runtime/program.h"
#include "clc/runtime/queue.h"
#include "driver/replayed_memory.h"

namespace clc {
namespace {

Result<const Module*> only_module(const Package& package) {
  if (package.manifest().modules.size() != 1) return fail(ErrorKind::k_usage, "the package has several modules");
  return &package.manifest().modules.front();
}

Result<void> set_arguments(const Capture& capture, cl_kernel kernel, const Queue& queue, ReplayedMemory& memory,
                           std::vector<Sampler>& samplers) {
  for (cl_uint i = 0; i < capture.arguments.size(); ++i) {
    const CapturedArgument& argument = capture.arguments[i];
    cl_int code = CL_SUCCESS;
    switch (argument.kind) {
      case CapturedKind::k_value:
        code = clSetKernelArg(kernel, i, argument.value.size(), argument.value.data());
        break;
      case CapturedKind::k_local:
        code = clSetKernelArg(kernel, i, argument.size, nullptr);
        break;
      case CapturedKind::k_sampler: {
        SamplerOptions options;
        options.normalized = argument.normalized != 0;
        options.addressing = static_cast<cl_addressing_mode>(argument.addressing);
        options.filter = static_cast<cl_filter_mode>(argument.filter);
        samplers.push_back(CLC_TRY(queue.create_sampler(options)));
        const cl_sampler sampler = samplers.back().handle();
        code = clSetKernelArg(kernel, i, sizeof(sampler), &sampler);
        break;
      }
      case CapturedKind::k_buffer:
      case CapturedKind::k_image:
        CLC_TRY(in_context("argument " + std::to_string(i), memory.set_argument(kernel, i, argument)));
    }
    if (code != CL_SUCCESS) return fail_opencl(code, "clSetKernelArg of argument " + std::to_string(i));
  }
  return {};
}

Result<std::uint64_t> launch_once(const Capture& capture, cl_kernel kernel, const Queue& queue) {
  std::array<std::size_t, 3> offset{}, global{}, local{};
  for (std::size_t i = 0; i < 3; ++i) {
    offset[i] = capture.offset[i];
    global[i] = capture.global[i];
    local[i] = capture.local[i];
  }
  const bool has_local = local[0] != 0;
  cl_event event = nullptr;
  const cl_int code =
      clEnqueueNDRangeKernel(queue.handle(), kernel, static_cast<cl_uint>(capture.dimensions), offset.data(),
                             global.data(), has_local ? local.data() : nullptr, 0, nullptr, &event);
  if (code != CL_SUCCESS) return fail_opencl(code, "clEnqueueNDRangeKernel");
  const Event owned(event, std::make_shared<const std::string>("the launch of " + capture.kernel));
  return CLC_TRY(owned.wait()).nanoseconds;
}

}  // namespace

Result<Device> device_for(const Package& package) {
  const Module* const module = CLC_TRY(only_module(package));
  std::string why;
  for (const Device& device : CLC_TRY(list_devices())) {
    const Choice choice = choose_variants(*module, device.facts);
    if (!choice.fitting.empty()) return device;
    why += "\n" + device.facts.name + ":\n" + describe(choice.refused);
  }
  return fail(ErrorKind::k_unavailable, "no device here takes it" + why);
}

Result<ReplayedLaunch> replay(const Capture& capture, const Package& package, const Device& device,
                              std::uint64_t runs) {
  const Module* const module = CLC_TRY(only_module(package));
  const Queue queue = CLC_TRY(Queue::create(device));
  const Program program = CLC_TRY(Program::load(queue, package, module->name));
  cl_int code = CL_SUCCESS;
  const KernelHandle kernel(clCreateKernel(program.handle(), capture.kernel.c_str(), &code));
  if (!kernel) return fail_opencl(code, "clCreateKernel of " + capture.kernel);
  ReplayedMemory memory(capture, queue);
  std::vector<Sampler> samplers;
  CLC_TRY(memory.allocate());
  CLC_TRY(set_arguments(capture, kernel.get(), queue, memory, samplers));
  ReplayedLaunch replayed;
  replayed.device = device.facts.name + " (" + device.facts.platform_name + ")";
  replayed.target = program.variant().target;
  for (std::uint64_t i = 0; i < runs; ++i) {
    CLC_TRY(memory.write());
    const std::uint64_t nanoseconds = CLC_TRY(launch_once(capture, kernel.get(), queue));
    replayed.runs.push_back({nanoseconds});
    if (i == 0) replayed.memory = CLC_TRY(memory.read());
  }
  return replayed;
}

}  // namespace clc
