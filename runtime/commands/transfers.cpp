// Transfers that do not wait, mapped pointers, and buffers of the program's own memory.
#include <utility>

#include "base/try.h"
#include "clc/runtime/handles.h"
#include "clc/runtime/queue.h"
#include "commands/buffer_range.h"
#include "opencl_calls.h"
#include "wait.h"

namespace clc {
namespace {

// Calls `enqueue` with the list of events as OpenCL takes it, and a place for the command's event.
template <class Enqueue>
Result<Event> begin(const char* what, const WaitList& after, const Enqueue& enqueue) {
  const std::vector<cl_event>& events = after.events();
  cl_event event = nullptr;
  const cl_int code = enqueue(static_cast<cl_uint>(events.size()), events.empty() ? nullptr : events.data(), &event);
  Event owner(event, std::make_shared<const std::string>(what));
  if (code != CL_SUCCESS) return fail_opencl(code, what);
  return owner;
}

// A transfer of nothing still ends only after the commands that it waits for.
Result<Event> begin_nothing(cl_command_queue queue, const char* what, const WaitList& after) {
  if (after.events().empty()) return Event();
  return begin(what, after, [&](cl_uint count, const cl_event* events, cl_event* event) {
    return opencl().clEnqueueMarkerWithWaitList(queue, count, events, event);
  });
}

}  // namespace

Result<Event> Queue::enqueue_write(const Buffer& buffer, const void* data, std::size_t bytes, std::size_t offset,
                                   const WaitList& after) const {
  CLC_TRY(check_range(buffer, bytes, offset, "write"));
  if (bytes == 0) return begin_nothing(handle(), "write: clEnqueueMarkerWithWaitList", after);
  return begin("write: clEnqueueWriteBuffer", after, [&](cl_uint count, const cl_event* events, cl_event* event) {
    return opencl().clEnqueueWriteBuffer(handle(), buffer.handle(), CL_FALSE, offset, bytes, data, count, events,
                                         event);
  });
}

Result<Event> Queue::enqueue_read(const Buffer& buffer, void* data, std::size_t bytes, std::size_t offset,
                                  const WaitList& after) const {
  CLC_TRY(check_range(buffer, bytes, offset, "read"));
  if (bytes == 0) return begin_nothing(handle(), "read: clEnqueueMarkerWithWaitList", after);
  return begin("read: clEnqueueReadBuffer", after, [&](cl_uint count, const cl_event* events, cl_event* event) {
    return opencl().clEnqueueReadBuffer(handle(), buffer.handle(), CL_FALSE, offset, bytes, data, count, events, event);
  });
}

Result<Mapping> Queue::map(const Buffer& buffer, cl_map_flags flags, std::size_t bytes, std::size_t offset) const {
  if (bytes == k_to_the_end && offset <= buffer.size()) bytes = buffer.size() - offset;
  CLC_TRY(check_range(buffer, bytes, offset, "map"));
  Mapping mapping;
  if (bytes == 0) return mapping;
  cl_int code = CL_SUCCESS;
  cl_event event = nullptr;
  void* data =
      opencl().clEnqueueMapBuffer(handle(), buffer.handle(), CL_TRUE, flags, offset, bytes, 0, nullptr, &event, &code);
  const EventHandle owner(event);
  if (code != CL_SUCCESS) return fail_opencl(code, "map: clEnqueueMapBuffer");
  mapping.owner_ = state_;
  mapping.queue_ = handle();
  mapping.memory_ = buffer.handle();
  mapping.data_ = data;
  mapping.bytes_ = bytes;
  mapping.map_time_ = CLC_TRY(wait_for(event, "map"));  // or the mapping goes
  return mapping;
}

Result<Buffer> Queue::allocate_over(void* data, std::size_t bytes, cl_mem_flags flags) const {
  if (data == nullptr || bytes == 0 || (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0) {
    return fail(
        ErrorKind::k_usage,
        "allocate_over takes memory of the program, and neither CL_MEM_ALLOC_HOST_PTR nor CL_MEM_COPY_HOST_PTR");
  }
  cl_int code = CL_SUCCESS;
  Buffer buffer(opencl().clCreateBuffer(context(), flags | CL_MEM_USE_HOST_PTR, bytes, data, &code), bytes);
  if (code != CL_SUCCESS)
    return fail_opencl(code, "a buffer over " + std::to_string(bytes) + " bytes of the program: clCreateBuffer");
  return buffer;
}

Mapping::Mapping(Mapping&& other) noexcept {
  *this = std::move(other);
}

Mapping& Mapping::operator=(Mapping&& other) noexcept {
  std::swap(owner_, other.owner_);
  std::swap(queue_, other.queue_);
  std::swap(memory_, other.memory_);
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  std::swap(map_time_, other.map_time_);
  return *this;
}

Mapping::~Mapping() {
  static_cast<void>(unmap());
}

Result<CommandTime> Mapping::unmap() {
  if (data_ == nullptr) return CommandTime{};
  cl_event event = nullptr;
  const cl_int code =
      opencl().clEnqueueUnmapMemObject(queue_, memory_, std::exchange(data_, nullptr), 0, nullptr, &event);
  const EventHandle owner(event);
  if (code != CL_SUCCESS) return fail_opencl(code, "unmap: clEnqueueUnmapMemObject");
  return wait_for(event, "unmap");
}

}  // namespace clc
