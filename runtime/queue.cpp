#include "clc/runtime/queue.h"

#include <algorithm>
#include <cstring>

#include "base/try.h"
#include "build_program.h"
#include "clc/runtime/handles.h"
#include "commands/buffer_range.h"
#include "commands/error_reports.h"
#include "opencl_calls.h"
#include "wait.h"

namespace clc {
namespace {

// Maps a part of a buffer, calls `copy` with the mapping, and unmaps it. The time is the sum of the times of mapping
// and unmapping.
template <class Copy>
Result<CommandTime> with_mapping(cl_command_queue queue, const Buffer& buffer, cl_map_flags flags, std::size_t bytes,
                                 std::size_t offset, const char* what, const Copy& copy) {
  CLC_TRY(check_range(buffer, bytes, offset, what));
  if (bytes == 0) return CommandTime{};
  cl_int code = CL_SUCCESS;
  cl_event event = nullptr;
  void* mapped =
      opencl().clEnqueueMapBuffer(queue, buffer.handle(), CL_TRUE, flags, offset, bytes, 0, nullptr, &event, &code);
  const EventHandle map_event(event);
  if (code != CL_SUCCESS) return fail_opencl(code, std::string(what) + ": clEnqueueMapBuffer");
  copy(mapped);
  event = nullptr;
  code = opencl().clEnqueueUnmapMemObject(queue, buffer.handle(), mapped, 0, nullptr, &event);
  const EventHandle unmap_event(event);
  if (code != CL_SUCCESS) return fail_opencl(code, std::string(what) + ": clEnqueueUnmapMemObject");
  const Result<CommandTime> map_time = wait_for(map_event.get(), what);
  const Result<CommandTime> unmap_time = wait_for(unmap_event.get(), what);
  if (!map_time) return map_time;
  if (!unmap_time) return unmap_time;
  return CommandTime{map_time->nanoseconds + unmap_time->nanoseconds};
}

// Returns the properties of a new queue. A device without queues that run commands in any order is an error for
// `out_of_order`.
Result<cl_command_queue_properties> properties_of(const Device& device, const QueueOptions& options) {
  if (!options.out_of_order) return cl_command_queue_properties{CL_QUEUE_PROFILING_ENABLE};
  cl_command_queue_properties known = 0;
  const cl_int code =
      opencl().clGetDeviceInfo(device.id, CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, sizeof(known), &known, nullptr);
  if (code != CL_SUCCESS || (known & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0)
    return fail(ErrorKind::k_unavailable, device.facts.name + " has no queues that run commands in any order");
  return cl_command_queue_properties{CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE};
}

}  // namespace

Result<void> check_range(const Buffer& buffer, std::size_t bytes, std::size_t offset, const char* what) {
  if (buffer.handle() == nullptr)
    return fail(ErrorKind::k_usage, std::string(what) + ": the buffer was never made or is moved from");
  if (offset <= buffer.size() && bytes <= buffer.size() - offset) return {};
  return fail(ErrorKind::k_usage, std::string(what) + ": " + std::to_string(bytes) + " bytes at offset " +
                                      std::to_string(offset) + " do not fit in a buffer of " +
                                      std::to_string(buffer.size()) + " bytes");
}

struct Queue::State {
  Device device;
  ErrorReports reports;
  ContextHandle context;
  QueueHandle queue;
};

Queue::Queue(std::shared_ptr<State> state) : state_(std::move(state)) {}

Result<Queue> Queue::create(const Device& device, const QueueOptions& options) {
  const cl_command_queue_properties wanted = CLC_TRY(properties_of(device, options));
  cl_int code = CL_SUCCESS;
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                              reinterpret_cast<cl_context_properties>(device.platform), 0};
  ErrorReports reports(options.on_error);
  ContextHandle context(
      opencl().clCreateContext(properties, 1, &device.id, reports.callback(), reports.user_data(), &code));
  if (code != CL_SUCCESS) return fail_opencl(code, device.facts.name + ": clCreateContext");
  // Drivers before OpenCL 2.0 have no clCreateCommandQueueWithProperties.
  QueueHandle queue(opencl().clCreateCommandQueue(context.get(), device.id, wanted, &code));
  if (code != CL_SUCCESS) return fail_opencl(code, device.facts.name + ": clCreateCommandQueue");
  return Queue(std::make_shared<State>(State{device, std::move(reports), std::move(context), std::move(queue)}));
}

Result<Queue> Queue::adopt_handle(cl_command_queue queue) {
  cl_context context = nullptr;
  cl_device_id device = nullptr;
  cl_int code = opencl().clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof(context), &context, nullptr);
  if (code == CL_SUCCESS)
    code = opencl().clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof(device), &device, nullptr);
  if (code != CL_SUCCESS) return fail_opencl(code, "clGetCommandQueueInfo");
  return adopt_handles(context, device, queue);
}

Result<Queue> Queue::adopt_handles(cl_context context, cl_device_id device, cl_command_queue queue) {
  Device adopted = CLC_TRY(adopt_device(device));
  if (const cl_int code = opencl().clRetainContext(context); code != CL_SUCCESS)
    return fail_opencl(code, "clRetainContext");
  ContextHandle own_context(context);
  if (const cl_int code = opencl().clRetainCommandQueue(queue); code != CL_SUCCESS)
    return fail_opencl(code, "clRetainCommandQueue");
  QueueHandle own_queue(queue);
  return Queue(
      std::make_shared<State>(State{std::move(adopted), ErrorReports(), std::move(own_context), std::move(own_queue)}));
}

const Device& Queue::device() const {
  return state_->device;
}
cl_context Queue::context() const {
  return state_->context.get();
}
cl_command_queue Queue::handle() const {
  return state_->queue.get();
}

Result<Buffer> Queue::allocate(std::size_t bytes, cl_mem_flags flags) const {
  if (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR))
    return fail(ErrorKind::k_usage, "allocate does not take CL_MEM_USE_HOST_PTR and CL_MEM_COPY_HOST_PTR; use write");
  const std::string what = "allocating " + std::to_string(bytes) + " bytes on " + device().facts.name;
  if (device().facts.max_allocation != 0 && bytes > device().facts.max_allocation) {
    return fail(ErrorKind::k_opencl, what + ": the device allows at most " +
                                         std::to_string(device().facts.max_allocation) + " in one buffer");
  }
  cl_int code = CL_SUCCESS;
  // Some drivers return an object together with an error, so it gets an owner before the code is checked.
  Buffer buffer(opencl().clCreateBuffer(context(), flags, std::max<std::size_t>(bytes, 1), nullptr, &code), bytes);
  if (code != CL_SUCCESS) return fail_opencl(code, what + ": clCreateBuffer");
  return buffer;
}

Result<CommandTime> Queue::write(const Buffer& buffer, const void* data, std::size_t bytes, std::size_t offset) const {
  CLC_TRY(check_range(buffer, bytes, offset, "write"));
  if (bytes == 0) return CommandTime{};
  cl_event event = nullptr;
  const cl_int code =
      opencl().clEnqueueWriteBuffer(handle(), buffer.handle(), CL_TRUE, offset, bytes, data, 0, nullptr, &event);
  const EventHandle owner(event);
  if (code != CL_SUCCESS) return fail_opencl(code, "write: clEnqueueWriteBuffer");
  return wait_for(event, "write");
}

Result<CommandTime> Queue::read(const Buffer& buffer, void* data, std::size_t bytes, std::size_t offset) const {
  CLC_TRY(check_range(buffer, bytes, offset, "read"));
  if (bytes == 0) return CommandTime{};
  cl_event event = nullptr;
  const cl_int code =
      opencl().clEnqueueReadBuffer(handle(), buffer.handle(), CL_TRUE, offset, bytes, data, 0, nullptr, &event);
  const EventHandle owner(event);
  if (code != CL_SUCCESS) return fail_opencl(code, "read: clEnqueueReadBuffer");
  return wait_for(event, "read");
}

Result<CommandTime> Queue::fill(const Buffer& buffer, std::uint8_t byte, std::size_t bytes, std::size_t offset) const {
  CLC_TRY(check_range(buffer, bytes, offset, "fill"));
  if (bytes == 0) return CommandTime{};
  cl_event event = nullptr;
  const cl_int code =
      opencl().clEnqueueFillBuffer(handle(), buffer.handle(), &byte, 1, offset, bytes, 0, nullptr, &event);
  const EventHandle owner(event);
  if (code != CL_SUCCESS) return fail_opencl(code, "fill: clEnqueueFillBuffer");
  return wait_for(event, "fill");
}

Result<CommandTime> Queue::read_mapped(const Buffer& buffer, void* data, std::size_t bytes, std::size_t offset) const {
  return with_mapping(handle(), buffer, CL_MAP_READ, bytes, offset, "read",
                      [&](const void* mapped) { std::memcpy(data, mapped, bytes); });
}

Result<CommandTime> Queue::write_mapped(const Buffer& buffer, const void* data, std::size_t bytes,
                                        std::size_t offset) const {
  return with_mapping(handle(), buffer, CL_MAP_WRITE_INVALIDATE_REGION, bytes, offset, "write",
                      [&](void* mapped) { std::memcpy(mapped, data, bytes); });
}

Result<void> Queue::flush() const {
  if (const cl_int code = opencl().clFlush(handle()); code != CL_SUCCESS) return fail_opencl(code, "clFlush");
  return {};
}

Result<void> Queue::finish() const {
  if (const cl_int code = opencl().clFinish(handle()); code != CL_SUCCESS) return fail_opencl(code, "clFinish");
  return {};
}

Buffer::Buffer(cl_mem memory, std::size_t bytes) : memory_(memory), bytes_(bytes) {}
Buffer::Buffer(Buffer&& other) noexcept
    : memory_(std::exchange(other.memory_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
Buffer& Buffer::operator=(Buffer&& other) noexcept {
  std::swap(memory_, other.memory_);
  std::swap(bytes_, other.bytes_);
  return *this;
}
Buffer::~Buffer() {
  if (memory_ != nullptr) opencl().clReleaseMemObject(memory_);
}

}  // namespace clc
