#include <algorithm>

#include "clc/runtime/handles.h"
#include "clc/runtime/program.h"
#include "launch_check.h"
#include "program_state.h"
#include "wait.h"

namespace clc {
namespace {

std::string named(const KernelInterface& kernel) {
  return "kernel '" + kernel.name + "'";
}

Result<void> set_arguments(cl_kernel handle, const KernelInterface& interface, const KernelArgument* arguments) {
  for (std::size_t i = 0; i < interface.arguments.size(); ++i) {
    const void* value = arguments[i].kind == ArgumentKind::k_local ? nullptr : arguments[i].value;
    const cl_int code = clSetKernelArg(handle, static_cast<cl_uint>(i), arguments[i].size, value);
    if (code != CL_SUCCESS) return fail_opencl(code, describe_argument(interface, i) + ": clSetKernelArg");
  }
  return {};
}

Result<std::size_t> group_limit(cl_kernel handle, const KernelInterface& interface, cl_device_id device) {
  std::size_t limit = 0;
  const cl_int code =
      clGetKernelWorkGroupInfo(handle, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof(limit), &limit, nullptr);
  if (code != CL_SUCCESS) return fail_opencl(code, named(interface) + ": clGetKernelWorkGroupInfo");
  return limit;
}

}  // namespace

NDRange range_1d(std::size_t global, std::size_t local, std::size_t offset) {
  return {1, {global, 1, 1}, {local, 0, 0}, {offset, 0, 0}};
}

NDRange range_2d(std::array<std::size_t, 2> global, std::array<std::size_t, 2> local,
                 std::array<std::size_t, 2> offset) {
  return {2, {global[0], global[1], 1}, {local[0], local[1], 0}, {offset[0], offset[1], 0}};
}

KernelArgument to_argument(const Buffer& buffer) {
  return {ArgumentKind::k_buffer, sizeof(cl_mem), &buffer.memory_};
}

Kernel::Kernel(std::shared_ptr<State> state) : state_(std::move(state)) {}

const KernelInterface& Kernel::interface() const {
  return *state_->interface;
}
cl_kernel Kernel::handle() const {
  return state_->kernel.get();
}

Result<std::size_t> Kernel::max_work_group_size(const Queue& queue) const {
  return group_limit(handle(), interface(), queue.device().id);
}

Result<void> Kernel::enqueue_list(const Queue& queue, const NDRange& range, const KernelArgument* arguments,
                                  std::size_t count, cl_event* event) const {
  if (event != nullptr) *event = nullptr;
  if (const auto checked = check_arguments(interface(), arguments, count, queue.device().facts); !checked) {
    return checked;
  }
  const Result<Launch> launch = plan_launch(interface(), range);
  if (!launch) return tl::make_unexpected(launch.error());
  if (launch->is_empty) return {};
  if (launch->has_local) {
    const Result<std::size_t> limit = max_work_group_size(queue);
    if (!limit) return tl::make_unexpected(limit.error());
    if (const auto fits = check_group_size(interface(), *launch, *limit); !fits) return fits;
  }
  if (const auto set = set_arguments(handle(), interface(), arguments); !set) return set;
  const cl_int code =
      clEnqueueNDRangeKernel(queue.handle(), handle(), range.dimensions, range.offset.data(), range.global.data(),
                             launch->has_local ? launch->local.data() : nullptr, 0, nullptr, event);
  if (code == CL_SUCCESS) return {};
  const std::string what = named(interface()) + ", " + describe_range(range, *launch) + ": clEnqueueNDRangeKernel: ";
  return fail(ErrorKind::k_opencl, what + opencl_error_name(code) + explain_size(range, *launch, code));
}

Result<CommandTime> Kernel::launch_list(const Queue& queue, const NDRange& range, const KernelArgument* arguments,
                                        std::size_t count) const {
  cl_event event = nullptr;
  const Result<void> enqueued = enqueue_list(queue, range, arguments, count, &event);
  const EventHandle owner(event);
  if (!enqueued) return tl::make_unexpected(enqueued.error());
  if (event == nullptr) return CommandTime{};  // nothing to launch
  return wait_for(event, named(interface()));
}

}  // namespace clc
