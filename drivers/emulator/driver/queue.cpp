// Queues, events and launches.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "driver/api.h"
#include "machine/fault.h"

namespace clc::emulator::driver {
namespace {

constexpr std::uint32_t k_printf_bytes = 4U << 20U;

// The group that AMD's runtime chooses where the program leaves it open: a wave, or a divisor of the range.
std::array<std::uint32_t, 3> choose_group(const KernelCode& kernel, cl_uint dimensions, const std::size_t* items) {
  std::array<std::uint32_t, 3> group{1, 1, 1};
  if (kernel.required_group_size[0] != 0) return kernel.required_group_size;
  std::uint32_t left = std::min(kernel.max_group_size, 256U);
  for (cl_uint d = 0; d < dimensions; ++d) {
    std::uint32_t size = left;
    while (items[d] % size != 0) --size;
    group[d] = size;
    left /= size;
  }
  return group;
}

// The buffer of printf: how many bytes are used, how many there are, then the calls.
class PrintfBuffer {
 public:
  explicit PrintfBuffer(const CodeObject& object) : object_(object) {
    if (object.printf_formats.empty()) return;
    allocation_ = memory().allocate(8 + k_printf_bytes, "the buffer of printf");
    const std::uint32_t head[2] = {0, k_printf_bytes};
    std::memcpy(allocation_->bytes, head, sizeof head);
  }
  ~PrintfBuffer() {
    if (allocation_ != nullptr) memory().release(allocation_);
  }
  PrintfBuffer(const PrintfBuffer&) = delete;
  PrintfBuffer& operator=(const PrintfBuffer&) = delete;

  std::uint64_t address() const { return allocation_ != nullptr ? allocation_->address : 0; }
  void print() const {
    if (allocation_ == nullptr) return;
    std::uint32_t used = 0;
    std::memcpy(&used, allocation_->bytes, sizeof used);
    print_output(object_, allocation_->bytes + 8, std::min(used, k_printf_bytes));
  }

 private:
  const CodeObject& object_;
  const Allocation* allocation_ = nullptr;
};

cl_int run(cl_device_id device, const _cl_context* context, Launch launch) {
  const PrintfBuffer output(launch.code->object());
  launch.hidden.printf = output.address();
  try {
    const Counters counters = machine_of(device).run(launch);
    output.print();
    if (const char* path = std::getenv("CLC_EMULATOR_COUNTERS")) {
      write_counters(path, launch, seed(), counters);
    }
    return CL_SUCCESS;
  } catch (const Fault& fault) {
    output.print();
    std::fprintf(stderr, "emulator: %s: %s\n", chip_name(device->chip).data(), fault.what());
    if (context->report != nullptr) context->report(fault.what(), nullptr, 0, context->report_data);
    return CL_OUT_OF_RESOURCES;
  }
}

// The arguments as they lie in the kernel argument segment.
cl_int take_arguments(const _cl_kernel* kernel, Launch& launch, std::vector<Kept<_cl_mem>>& buffers) {
  std::size_t index = 0;
  for (const KernelArgument& wanted : launch.kernel->arguments) {
    if (wanted.is_hidden()) continue;
    const _cl_kernel::Argument& argument = kernel->arguments.at(index++);
    if (!argument.is_set) return CL_INVALID_KERNEL_ARGS;
    std::vector<std::uint8_t> bytes = argument.bytes;
    if (wanted.kind == "global_buffer") {
      const std::uint64_t address = argument.buffer ? argument.buffer->address() : 0;
      bytes.resize(sizeof address);
      std::memcpy(bytes.data(), &address, sizeof address);
      if (argument.buffer) buffers.push_back(argument.buffer);
    }
    launch.arguments.push_back(std::move(bytes));
    launch.local_bytes.push_back(static_cast<std::uint32_t>(argument.local_bytes));
  }
  return CL_SUCCESS;
}

cl_int check_range(const Launch& launch) {
  std::uint64_t count = 1;
  for (unsigned d = 0; d < 3; ++d) {
    if (launch.group[d] == 0) return CL_INVALID_WORK_GROUP_SIZE;
    if (launch.items[d] > 0xffffffffU) return CL_INVALID_GLOBAL_WORK_SIZE;
    if (launch.kernel->has_uniform_groups && launch.items[d] % launch.group[d] != 0) return CL_INVALID_WORK_GROUP_SIZE;
    const std::uint32_t required = launch.kernel->required_group_size[d];
    if (required != 0 && required != launch.group[d]) return CL_INVALID_WORK_GROUP_SIZE;
    count *= launch.group[d];
  }
  return count > launch.kernel->max_group_size ? CL_INVALID_WORK_GROUP_SIZE : CL_SUCCESS;
}

cl_int nothing() {
  return CL_SUCCESS;
}

}  // namespace

namespace api {

cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id device,
                                          cl_command_queue_properties properties, cl_int* code) {
  const auto guard = lock();
  if (context == nullptr) return not_created<_cl_command_queue>(CL_INVALID_CONTEXT, code);
  const auto& devices = context->devices;
  if (std::find(devices.begin(), devices.end(), device) == devices.end()) {
    return not_created<_cl_command_queue>(CL_INVALID_DEVICE, code);
  }
  auto* queue = new _cl_command_queue;
  queue->context = Kept<_cl_context>(context);
  queue->device = device;
  queue->properties = properties;
  return created(queue, CL_SUCCESS, code);
}

cl_command_queue CL_API_CALL create_queue_with_properties(cl_context context, cl_device_id device,
                                                          const cl_queue_properties* properties, cl_int* code) {
  cl_command_queue_properties flags = 0;
  for (; properties != nullptr && *properties != 0; properties += 2) {
    if (properties[0] == CL_QUEUE_PROPERTIES) flags = properties[1];
  }
  if (flags & CL_QUEUE_ON_DEVICE) return not_created<_cl_command_queue>(CL_INVALID_QUEUE_PROPERTIES, code);
  return create_queue(context, device, flags, code);
}

cl_int CL_API_CALL get_queue_info(cl_command_queue queue, cl_command_queue_info info, size_t room, void* to,
                                  size_t* told) {
  if (queue == nullptr) return CL_INVALID_COMMAND_QUEUE;
  switch (info) {
    case CL_QUEUE_CONTEXT:
      return answer(queue->context.get(), room, to, told);
    case CL_QUEUE_DEVICE:
      return answer(queue->device, room, to, told);
    case CL_QUEUE_REFERENCE_COUNT:
      return answer(queue->references, room, to, told);
    case CL_QUEUE_PROPERTIES:
      return answer(queue->properties, room, to, told);
    default:
      return CL_INVALID_VALUE;
  }
}

cl_int CL_API_CALL flush(cl_command_queue queue) {
  return queue == nullptr ? CL_INVALID_COMMAND_QUEUE : CL_SUCCESS;
}

cl_int CL_API_CALL get_event_info(cl_event event, cl_event_info info, size_t room, void* to, size_t* told) {
  const auto guard = lock();
  if (event == nullptr) return CL_INVALID_EVENT;
  switch (info) {
    case CL_EVENT_COMMAND_QUEUE:
      return answer(event->queue, room, to, told);
    case CL_EVENT_CONTEXT:
      return answer(event->context.get(), room, to, told);
    case CL_EVENT_COMMAND_TYPE:
      return answer(event->type, room, to, told);
    case CL_EVENT_COMMAND_EXECUTION_STATUS:
      return answer(event->status, room, to, told);
    case CL_EVENT_REFERENCE_COUNT:
      return answer(event->references, room, to, told);
    default:
      return CL_INVALID_VALUE;
  }
}

cl_int CL_API_CALL get_profiling_info(cl_event event, cl_profiling_info info, size_t room, void* to, size_t* told) {
  const auto guard = lock();
  if (event == nullptr) return CL_INVALID_EVENT;
  if (event->queue == nullptr || event->status != CL_COMPLETE ||
      (event->queue->properties & CL_QUEUE_PROFILING_ENABLE) == 0) {
    return CL_PROFILING_INFO_NOT_AVAILABLE;
  }
  switch (info) {
    case CL_PROFILING_COMMAND_QUEUED:
      return answer(event->queued, room, to, told);
    case CL_PROFILING_COMMAND_SUBMIT:
      return answer(event->submitted, room, to, told);
    case CL_PROFILING_COMMAND_START:
      return answer(event->started, room, to, told);
    case CL_PROFILING_COMMAND_END:
    case CL_PROFILING_COMMAND_COMPLETE:
      return answer(event->ended, room, to, told);
    default:
      return CL_INVALID_VALUE;
  }
}

cl_int CL_API_CALL marker_with_list(cl_command_queue queue, cl_uint count, const cl_event* waits, cl_event* event) {
  return enqueue({queue, CL_COMMAND_MARKER, count, waits, event}, nothing);
}

cl_int CL_API_CALL barrier_with_list(cl_command_queue queue, cl_uint count, const cl_event* waits, cl_event* event) {
  return enqueue({queue, CL_COMMAND_BARRIER, count, waits, event}, nothing);
}

cl_int CL_API_CALL marker(cl_command_queue queue, cl_event* event) {
  return marker_with_list(queue, 0, nullptr, event);
}

cl_int CL_API_CALL barrier(cl_command_queue queue) {
  return barrier_with_list(queue, 0, nullptr, nullptr);
}

cl_int CL_API_CALL enqueue_wait_for_events(cl_command_queue queue, cl_uint count, const cl_event* waits) {
  return barrier_with_list(queue, count, waits, nullptr);
}

cl_int CL_API_CALL launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t* offset,
                          const size_t* items, const size_t* group, cl_uint count, const cl_event* waits,
                          cl_event* event) {
  const auto guard = lock();
  if (queue == nullptr) return CL_INVALID_COMMAND_QUEUE;
  if (kernel == nullptr) return CL_INVALID_KERNEL;
  if (dimensions < 1 || dimensions > 3) return CL_INVALID_WORK_DIMENSION;
  if (items == nullptr) return CL_INVALID_GLOBAL_WORK_SIZE;
  Launch launch;
  launch.code = kernel->program->code_for(queue->device);
  if (launch.code == nullptr) return CL_INVALID_PROGRAM_EXECUTABLE;
  launch.kernel = &launch.code->object().kernels.at(kernel->name);
  launch.dimensions = dimensions;
  bool is_empty = false;
  for (cl_uint d = 0; d < dimensions; ++d) {
    launch.items[d] = items[d];
    launch.offset[d] = offset != nullptr ? offset[d] : 0;
    is_empty = is_empty || items[d] == 0;
  }
  if (is_empty) return enqueue({queue, CL_COMMAND_NDRANGE_KERNEL, count, waits, event}, nothing);
  launch.group = choose_group(*launch.kernel, dimensions, items);
  for (cl_uint d = 0; group != nullptr && d < dimensions; ++d) launch.group[d] = static_cast<std::uint32_t>(group[d]);
  if (const cl_int code = check_range(launch); code != CL_SUCCESS) return code;
  std::vector<Kept<_cl_mem>> buffers;
  if (const cl_int code = take_arguments(kernel, launch, buffers); code != CL_SUCCESS) return code;
  return enqueue({queue, CL_COMMAND_NDRANGE_KERNEL, count, waits, event},
                 [launch = std::move(launch), device = queue->device, keep = std::move(buffers),
                  context = queue->context, program = kernel->program] { return run(device, context.get(), launch); });
}

cl_int CL_API_CALL task(cl_command_queue queue, cl_kernel kernel, cl_uint count, const cl_event* waits,
                        cl_event* event) {
  const std::size_t one = 1;
  return launch(queue, kernel, 1, nullptr, &one, &one, count, waits, event);
}

}  // namespace api
}  // namespace clc::emulator::driver
