#include "driver/replay.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>

#include "base/try.h"
#include "clc/internal/check_report_json.h"
#include "clc/internal/check_table.h"
#include "clc/internal/launch_groups.h"
#include "clc/runtime/choose.h"
#include "clc/runtime/program.h"
#include "clc/runtime/queue.h"
#include "driver/replayed_memory.h"
#include "runtime/checks/checked_launch.h"

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

// The sizes of a launch.
struct Sizes {
  WorkSizes offset{}, global{1, 1, 1}, local{};
  bool has_local = false;
};

Sizes sizes_of(const Capture& capture) {
  Sizes sizes;
  for (std::size_t i = 0; i < std::min<std::size_t>(capture.dimensions, 3); ++i) {
    sizes.offset[i] = capture.offset[i];
    sizes.global[i] = capture.global[i];
    sizes.local[i] = capture.local[i];
  }
  sizes.has_local = sizes.local[0] != 0;
  return sizes;
}

Result<Event> launch_once(const Capture& capture, const Sizes& sizes, cl_kernel kernel, const Queue& queue) {
  cl_event event = nullptr;
  const cl_int code =
      clEnqueueNDRangeKernel(queue.handle(), kernel, static_cast<cl_uint>(capture.dimensions), sizes.offset.data(),
                             sizes.global.data(), sizes.has_local ? sizes.local.data() : nullptr, 0, nullptr, &event);
  if (code != CL_SUCCESS) return fail_opencl(code, "clEnqueueNDRangeKernel");
  return Event(event, std::make_shared<const std::string>("the launch of " + capture.kernel));
}

Result<CheckedLaunch> prepare_checks(const Capture& capture, const CheckedKernel& checked, const Sizes& sizes,
                                     cl_kernel kernel, const Queue& queue, const ReplayedMemory& memory) {
  std::vector<CheckedMemory> known;
  for (const std::uint64_t index : checked.pointers)
    known.push_back(index < capture.arguments.size() ? memory.memory_of(capture.arguments[index]) : CheckedMemory());
  std::ranges::copy(memory.shared_memory(), std::back_inserter(known));
  WorkSizes groups = sizes.local;
  for (std::size_t& size : groups) size = std::max<std::size_t>(size, 1);
  return CheckedLaunch::prepare(queue.handle(), kernel, checked, known, checked_range(sizes.global, groups, false));
}

void add_findings(const CheckResults& found, ReplayedLaunch& replayed) {
  for (const CheckReport& one : found.reports) replayed.findings.push_back({one.text(), check_report_json(one)});
  replayed.not_checked = found.not_checked;
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
  const CheckTable table = CLC_TRY(decode_check_table(program.variant().extra));
  const auto checked = std::ranges::find(table, capture.kernel, &CheckedKernel::name);
  replayed.has_checks = checked != table.end();
  Sizes sizes = sizes_of(capture);
  if (replayed.has_checks && !sizes.has_local) {
    sizes.local = CLC_TRY(chosen_groups(kernel.get(), device.id, sizes.global));
    sizes.has_local = true;
  }
  for (std::uint64_t i = 0; i < runs; ++i) {
    CLC_TRY(memory.write());
    std::optional<CheckedLaunch> checks;
    if (replayed.has_checks) checks = CLC_TRY(prepare_checks(capture, *checked, sizes, kernel.get(), queue, memory));
    const Event event = CLC_TRY(launch_once(capture, sizes, kernel.get(), queue));
    const CommandTime time = CLC_TRY(event.wait());
    replayed.runs.push_back({time.nanoseconds});
    if (i != 0) continue;
    replayed.memory = CLC_TRY(memory.read());
    if (checks) add_findings(CLC_TRY(checks->finish(event.handle())), replayed);
  }
  return replayed;
}

}  // namespace clc
