// Launches.
#include <algorithm>
#include <limits>

#include "front/api.h"
#include "front/buffer.h"
#include "front/commands.h"
#include "front/prepare.h"

namespace clc::front {

namespace {

constexpr std::size_t k_usual_group = 256;

// A group where the program leaves it open: divisors of the range, as large as can be.
std::array<std::size_t, 3> choose_group(const KernelFacts& kernel, const DeviceFacts& device, const Launch& launch) {
  if (kernel.required_group_size[0] != 0) return kernel.required_group_size;
  std::array<std::size_t, 3> group{1, 1, 1};
  std::size_t left = std::min(kernel.max_group_size, k_usual_group);
  for (unsigned d = 0; d < launch.dimensions; ++d) {
    std::size_t size = std::min(left, device.max_items[d]);
    while (launch.items[d] % size != 0) --size;
    group[d] = size;
    left /= size;
  }
  return group;
}

void check_group(const KernelFacts& kernel, const DeviceFacts& device, const Launch& launch) {
  std::size_t count = 1;
  for (unsigned d = 0; d < 3; ++d) {
    const std::size_t size = launch.group[d], required = kernel.required_group_size[d];
    require(size != 0 && (required == 0 || required == size), CL_INVALID_WORK_GROUP_SIZE);
    require(size <= device.max_items[d], CL_INVALID_WORK_ITEM_SIZE);
    const bool is_whole = launch.items[d] % size == 0;
    require(is_whole || (device.has_unequal_groups && !kernel.has_uniform_groups), CL_INVALID_WORK_GROUP_SIZE);
    count *= size;
  }
  require(count <= kernel.max_group_size, CL_INVALID_WORK_GROUP_SIZE);
}

// The range of a launch; true when it has work-items.
bool take_range(Launch& launch, cl_uint dimensions, const std::size_t* offset, const std::size_t* items) {
  require(dimensions >= 1 && dimensions <= 3, CL_INVALID_WORK_DIMENSION);
  launch.dimensions = dimensions;
  bool has_items = items != nullptr;
  for (cl_uint d = 0; d < dimensions; ++d) {
    launch.items[d] = items != nullptr ? items[d] : 0;
    launch.offset[d] = offset != nullptr ? offset[d] : 0;
    has_items = has_items && launch.items[d] != 0;
    require(launch.items[d] <= std::numeric_limits<cl_uint>::max(), CL_INVALID_GLOBAL_WORK_SIZE);
    require(launch.offset[d] <= std::numeric_limits<std::size_t>::max() - launch.items[d], CL_INVALID_GLOBAL_OFFSET);
  }
  return has_items;
}

void take_group(Launch& launch, const KernelFacts& kernel, const DeviceFacts& device, const std::size_t* group) {
  if (group == nullptr) {
    launch.group = choose_group(kernel, device, launch);
  } else {
    std::copy(group, group + launch.dimensions, launch.group.begin());
  }
  check_group(kernel, device, launch);
}

// The values that arguments have now, and how often they were set; `kept` keeps buffers and images alive, and is given
// back without the lock.
std::uint64_t take_arguments(Launch& launch, const _cl_kernel& kernel, const Ref<_cl_command_queue>& queue,
                             std::vector<Ref<_cl_mem>>& kept) {
  launch.arguments.reserve(kernel.arguments.size());
  kept.reserve(kernel.arguments.size());
  std::vector<Ref<_cl_sampler>> samplers;
  const std::lock_guard guard(state_mutex());
  for (const auto& argument : kernel.arguments) {
    require(argument.is_set, CL_INVALID_KERNEL_ARGS);
    LaunchArgument& one = launch.arguments.emplace_back();
    one.value = argument.value;
    one.local_bytes = argument.local_bytes;
    one.shared = argument.shared;
    if (argument.sampler != nullptr) {
      samplers.push_back(checked(argument.sampler, CL_INVALID_KERNEL_ARGS));
      one.sampler = samplers.back()->facts;
    }
    if (argument.memory == nullptr) continue;
    kept.push_back(checked(argument.memory, CL_INVALID_KERNEL_ARGS));
    const auto& memory = kept.back();
    require(memory->context == queue->context, CL_INVALID_KERNEL_ARGS);
    require(memory->offset % queue->device->facts.base_alignment_bytes == 0, CL_MISALIGNED_SUB_BUFFER_OFFSET);
    one.image = memory->image.get();
    if (!memory->is_opaque()) one.memory = &memory->memory();
    one.offset = memory->offset;
  }
  return kernel.arguments_set;
}

void check_local_memory(const Launch& launch, const KernelFacts& kernel, const DeviceFacts& device) {
  std::uint64_t left = device.local_bytes;
  const auto take = [&](std::uint64_t bytes) {
    require(bytes <= left, CL_OUT_OF_RESOURCES);
    left -= bytes;
  };
  take(kernel.local_bytes);
  for (const LaunchArgument& argument : launch.arguments) take(argument.local_bytes);
}

const _cl_kernel::Variant& variant_for_launch(const _cl_kernel& kernel, const _cl_command_queue& queue) {
  require(kernel.program->context == queue.context, CL_INVALID_CONTEXT);
  const _cl_kernel::Variant* variant = kernel.variant_for(queue.device);
  require(variant != nullptr, CL_INVALID_PROGRAM_EXECUTABLE);
  return *variant;
}

// True for a launch of this range.
bool has_range(const ReadyLaunch& ready, cl_uint dimensions, const std::size_t* offset, const std::size_t* items,
               const std::size_t* group) {
  const Launch& launch = ready.launch;
  if (launch.dimensions != dimensions || items == nullptr || ready.has_chosen_group != (group == nullptr)) return false;
  for (cl_uint d = 0; d < dimensions; ++d) {
    const bool has_group = group == nullptr || launch.group[d] == group[d];
    if (launch.items[d] != items[d] || launch.offset[d] != (offset != nullptr ? offset[d] : 0) || !has_group) {
      return false;
    }
  }
  return true;
}

// The kernel's last launch, if its arguments were not set since.
std::shared_ptr<const ReadyLaunch> last_launch(const _cl_kernel& kernel) {
  std::shared_ptr<const ReadyLaunch> last;  // given back without the lock
  const std::lock_guard guard(state_mutex());
  last = kernel.last_launch.lock();
  return last != nullptr && last->arguments_set == kernel.arguments_set ? last : nullptr;
}

std::shared_ptr<const ReadyLaunch> make_ready(const Ref<_cl_command_queue>& queue, const Ref<_cl_kernel>& kernel,
                                              cl_uint dimensions, const std::size_t* offset, const std::size_t* items,
                                              const std::size_t* group) {
  const auto& variant = variant_for_launch(*kernel, *queue);
  auto last = last_launch(*kernel);
  if (last != nullptr && last->code == variant.code && has_range(*last, dimensions, offset, items, group)) return last;
  auto ready = std::make_shared<ReadyLaunch>();
  ready->code = variant.code;
  ready->context = queue->context;
  ready->has_chosen_group = group == nullptr;
  Launch& launch = ready->launch;
  launch.code = variant.code.get();
  launch.kernel = variant.index;
  launch.number = unique_number();
  ready->arguments_set = take_arguments(launch, *kernel, queue, ready->memories);
  if (!take_range(launch, dimensions, offset, items)) return nullptr;
  take_group(launch, variant.facts(), queue->device->facts, group);
  check_local_memory(launch, variant.facts(), queue->device->facts);
  const std::lock_guard guard(state_mutex());
  kernel->last_launch = ready;
  return ready;
}

// Launches without a command, where that can be. The launch of a range that is empty needs one.
bool launch_at_once(const Ref<_cl_command_queue>& queue, const Ref<_cl_kernel>& kernel, cl_uint dimensions,
                    const std::size_t* offset, const std::size_t* items, const std::size_t* group) {
  QueueCore& core = *queue->core;
  std::shared_ptr<const ReadyLaunch> ready;  // destroyed after the lock
  std::unique_lock lock(state_mutex());
  if (!may_launch_now(core)) return false;
  for (std::size_t i = core.kept.size(), end = i - std::min(i, k_recent); i > end && ready == nullptr; --i) {
    const auto& one = core.kept[i - 1];
    const bool is_same =
        one->arguments_set == kernel->arguments_set && has_range(*one, dimensions, offset, items, group);
    if (is_same) ready = one;
  }
  if (ready == nullptr) {
    lock.unlock();
    ready = make_ready(queue, kernel, dimensions, offset, items, group);
    lock.lock();
    if (ready == nullptr || !may_launch_now(core)) return false;
  }
  launch_now(queue->core, lock, ready);
  return true;
}

}  // namespace

Prepared prepare_launch(const Ref<_cl_command_queue>& queue, cl_kernel kernel, cl_uint dimensions,
                        const std::size_t* offset, const std::size_t* items, const std::size_t* group) {
  auto ready = make_ready(queue, checked(kernel), dimensions, offset, items, group);
  if (ready == nullptr) return {};
  return [ready = std::move(ready)](Stream& stream) { stream.launch(ready->launch); };
}

namespace api {

void launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t* offset, const size_t* items,
            const size_t* group, cl_uint count, const cl_event* waits, cl_event* event) {
  const auto one = checked(queue);
  const bool is_alone = count == 0 && waits == nullptr && event == nullptr;
  if (is_alone && launch_at_once(one, checked(kernel), dimensions, offset, items, group)) return;
  enqueue({one, CL_COMMAND_NDRANGE_KERNEL, count, waits, event},
          prepare_launch(one, kernel, dimensions, offset, items, group));
}

void task(cl_command_queue queue, cl_kernel kernel, cl_uint count, const cl_event* waits, cl_event* event) {
  const auto one = checked(queue);
  const std::size_t item = 1;
  enqueue({one, CL_COMMAND_TASK, count, waits, event}, prepare_launch(one, kernel, 1, nullptr, &item, &item));
}

void suggested_group(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t* offset,
                     const size_t* items, size_t* group) {
  const auto one = checked(queue);
  const auto kept = checked(kernel);
  const auto& variant = variant_for_launch(*kept, *one);
  Launch launch;
  std::vector<Ref<_cl_mem>> memories;
  take_arguments(launch, *kept, one, memories);
  const bool has_items = take_range(launch, dimensions, offset, items);
  require(has_items, CL_INVALID_GLOBAL_WORK_SIZE);
  require(group != nullptr, CL_INVALID_VALUE);
  take_group(launch, variant.facts(), one->device->facts, nullptr);
  std::copy_n(launch.group.begin(), dimensions, group);
}

}  // namespace api
}  // namespace clc::front
