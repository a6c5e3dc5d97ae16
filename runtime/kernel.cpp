#include "clc/runtime/kernel.h"

#include <algorithm>
#include <optional>

#include "base/try.h"
#include "clc/internal/launch_groups.h"
#include "clc/runtime/handles.h"
#include "launch_check.h"
#include "opencl_calls.h"
#include "program_state.h"
#include "wait.h"

namespace clc {
namespace {

// Checks the types of bare memory objects with the driver's help, because some drivers crash on an object of another
// type.
Result<void> check_bare_memory(const KernelInterface& interface, const KernelArgument* arguments) {
  for (std::size_t i = 0; i < interface.arguments.size(); ++i) {
    if (!is_memory(interface.arguments[i].kind) || arguments[i].memory != 0) continue;
    const auto memory = static_cast<cl_mem>(given_handle(arguments[i]));
    if (memory == nullptr) continue;  // a null pointer in the kernel
    cl_mem_object_type type = 0;
    const cl_int code = opencl().clGetMemObjectInfo(memory, CL_MEM_TYPE, sizeof(type), &type, nullptr);
    if (code != CL_SUCCESS) return fail_opencl(code, describe_argument(interface, i) + ": clGetMemObjectInfo");
    CLC_TRY(check_memory_type(interface, i, type));
  }
  return {};
}

Result<void> set_arguments(cl_kernel handle, const KernelInterface& interface, const KernelArgument* arguments) {
  for (std::size_t i = 0; i < interface.arguments.size(); ++i) {
    const void* value = arguments[i].kind == ArgumentKind::k_local ? nullptr : arguments[i].value;
    const cl_int code = opencl().clSetKernelArg(handle, static_cast<cl_uint>(i), arguments[i].size, value);
    if (code != CL_SUCCESS) return fail_opencl(code, describe_argument(interface, i) + ": clSetKernelArg");
  }
  return {};
}

// The memory of the arguments that the checks know as pointers.
Result<std::vector<CheckedMemory>> checked_memories(const CheckedKernel& checked, const KernelArgument* arguments) {
  std::vector<CheckedMemory> all;
  for (const std::uint64_t index : checked.pointers) {
    const KernelArgument& one = arguments[index];
    if (one.kind == ArgumentKind::k_local) {
      all.push_back({one.size, true});
    } else {
      all.push_back(CLC_TRY(checked_memory(static_cast<cl_mem>(given_handle(one)))));
    }
  }
  return all;
}

// Waits for a launch with checks and keeps its findings. One that was to stop at faults fails with the first of them.
Result<void> keep_findings(const CheckedLaunch& launch, cl_event event, CheckLog& log) {
  CheckResults found = CLC_TRY(launch.finish(event));
  const std::string first = log.stops && !found.reports.empty() ? found.reports.front().text() : "";
  log.add(std::move(found));
  return first.empty() ? Result<void>() : fail(ErrorKind::k_gate, "stopped at a fault: " + first);
}

// Chooses the groups of a launch that leaves them to the driver: the checks count by group.
void choose_groups(const NDRange& range, std::size_t limit, LaunchPlan& plan) {
  if (plan.has_local_size) return;
  plan.has_local_size = true;
  plan.local_size = {usual_group(range.global[0], limit), 1, 1};
}

}  // namespace

KernelArgument to_argument(const Buffer& buffer) {
  return {ArgumentKind::k_buffer, sizeof(cl_mem), &buffer.memory_, CL_MEM_OBJECT_BUFFER};
}

Kernel::Kernel(std::shared_ptr<State> state) : state_(std::move(state)) {}

const KernelInterface& Kernel::interface() const {
  return *state_->interface;
}
cl_kernel Kernel::handle() const {
  return state_->kernel.get();
}

// Returns the most work-items in a work-group. Only a change of the device needs the driver. The caller holds the
// mutex.
Result<std::size_t> Kernel::group_limit(const Device& device) const {
  if (state_->limit_device == device.id) return state_->group_limit;
  std::size_t answer = 0;
  const cl_int code = opencl().clGetKernelWorkGroupInfo(handle(), device.id, CL_KERNEL_WORK_GROUP_SIZE, sizeof(answer),
                                                        &answer, nullptr);
  if (code != CL_SUCCESS) return fail_opencl(code, state_->label + ": clGetKernelWorkGroupInfo");
  state_->limit_device = device.id;
  state_->group_limit = clc::group_limit(interface(), answer, device.facts);
  return state_->group_limit;
}

Result<std::size_t> Kernel::max_work_group_size(const Queue& queue) const {
  const std::lock_guard<std::mutex> lock(state_->mutex);
  return group_limit(queue.device());
}

// Enqueues a marker in place of an empty launch, which must not end before the commands that it waits for.
Result<Event> Kernel::enqueue_nothing(const Queue& queue, const std::vector<cl_event>& after) const {
  if (after.empty()) return Event();
  cl_event event = nullptr;
  const cl_int code =
      opencl().clEnqueueMarkerWithWaitList(queue.handle(), static_cast<cl_uint>(after.size()), after.data(), &event);
  Event owner(event, {state_, &state_->label});
  if (code != CL_SUCCESS) return fail_opencl(code, state_->label + ": clEnqueueMarkerWithWaitList");
  return owner;
}

Result<Event> Kernel::enqueue_list(const Queue& queue, const NDRange& range, const KernelArgument* arguments,
                                   std::size_t count, const WaitList& after) const {
  CLC_TRY(check_arguments(interface(), arguments, count, queue.device().facts));
  CLC_TRY(check_bare_memory(interface(), arguments));
  LaunchPlan plan = CLC_TRY(plan_launch(interface(), range));
  const std::vector<cl_event>& events = after.events();
  if (plan.is_empty) return enqueue_nothing(queue, events);

  const std::lock_guard<std::mutex> lock(state_->mutex);
  const CheckedKernel* checked = state_->checked;
  if (checked != nullptr || plan.has_local_size) {
    const std::size_t limit = CLC_TRY(group_limit(queue.device()));
    if (checked != nullptr) choose_groups(range, limit, plan);
    CLC_TRY(check_group_size(interface(), plan, limit));
  }
  CLC_TRY(set_arguments(handle(), interface(), arguments));
  if (Coverage* const coverage = state_->program->coverage.get())
    CLC_TRY(coverage->begin(interface().name, handle(), queue.handle(), launch_sizes(range)));
  std::optional<CheckedLaunch> checks;
  if (checked != nullptr) {
    const std::vector<CheckedMemory> memories = CLC_TRY(checked_memories(*checked, arguments));
    const CheckedRange sizes = checked_range(range.global, plan.local_size, state_->program->check_log->stops);
    checks = CLC_TRY(CheckedLaunch::prepare(queue.handle(), handle(), *checked, memories, sizes));
  }
  cl_event event = nullptr;
  const cl_int code = opencl().clEnqueueNDRangeKernel(
      queue.handle(), handle(), range.dimensions, range.offset.data(), range.global.data(),
      plan.has_local_size ? plan.local_size.data() : nullptr, static_cast<cl_uint>(events.size()),
      events.empty() ? nullptr : events.data(), &event);
  Event owner(event, {state_, &state_->label});
  if (code == CL_SUCCESS && checks) CLC_TRY(keep_findings(*checks, event, *state_->program->check_log));
  if (code == CL_SUCCESS) return owner;
  const std::string what = state_->label + ", " + describe_range(range, plan) + ": clEnqueueNDRangeKernel: ";
  return fail(ErrorKind::k_opencl, what + opencl_error_name(code) + explain_size(range, plan, code));
}

Result<CommandTime> Kernel::launch_list(const Queue& queue, const NDRange& range, const KernelArgument* arguments,
                                        std::size_t count) const {
  const Event event = CLC_TRY(enqueue_list(queue, range, arguments, count));
  return event.wait();
}

}  // namespace clc
