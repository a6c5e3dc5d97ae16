// Transfers, markers and events.
#include <algorithm>

#include "asking.h"

namespace driver_calls {

void Calls::read_or_write() {
  const auto queue = any<cl_command_queue>();
  const auto buffer = any<cl_mem>();
  const auto list = waits();
  const cl_bool blocks = blocking();
  const std::size_t offset = size(), bytes = size();
  void* host = choices_.is_one_of(12) ? nullptr : arena();
  const bool is_read = choices_.is_one_of(2);
  const cl_int code = is_read ? cl_.clEnqueueReadBuffer(queue, buffer, blocks, offset, bytes, host, list.count,
                                                        list.events, event_place())
                              : cl_.clEnqueueWriteBuffer(queue, buffer, blocks, offset, bytes, host, list.count,
                                                         list.events, event_place());
  expect_command(is_read ? "clEnqueueReadBuffer" : "clEnqueueWriteBuffer", code,
                 queue.is_wrong || buffer.is_wrong || list.is_wrong,
                 {CL_INVALID_MEM_OBJECT, CL_INVALID_VALUE, CL_MISALIGNED_SUB_BUFFER_OFFSET, CL_INVALID_OPERATION});
}

void Calls::copy() {
  const auto queue = any<cl_command_queue>();
  const auto from = any<cl_mem>(), to = any<cl_mem>();
  const auto list = waits();
  const std::size_t from_offset = size(), to_offset = size(), bytes = size();
  const cl_int code =
      cl_.clEnqueueCopyBuffer(queue, from, to, from_offset, to_offset, bytes, list.count, list.events, event_place());
  expect_command("clEnqueueCopyBuffer", code, queue.is_wrong || from.is_wrong || to.is_wrong || list.is_wrong,
                 {CL_INVALID_MEM_OBJECT, CL_INVALID_VALUE, CL_MISALIGNED_SUB_BUFFER_OFFSET, CL_MEM_COPY_OVERLAP});
}

void Calls::fill() {
  const auto queue = any<cl_command_queue>();
  const auto buffer = any<cl_mem>();
  const auto list = waits();
  const std::size_t pattern_size = size(), offset = size(), bytes = size();
  const cl_int code = cl_.clEnqueueFillBuffer(queue, buffer, choices_.is_one_of(12) ? nullptr : arena(), pattern_size,
                                              offset, bytes, list.count, list.events, event_place());
  expect_command("clEnqueueFillBuffer", code, queue.is_wrong || buffer.is_wrong || list.is_wrong,
                 {CL_INVALID_MEM_OBJECT, CL_INVALID_VALUE, CL_MISALIGNED_SUB_BUFFER_OFFSET});
}

// The application's side is small, for no driver knows how large its memory is.
void Calls::read_or_write_box() {
  const auto queue = any<cl_command_queue>();
  const auto buffer = any<cl_mem>();
  const auto list = waits();
  const cl_bool blocks = blocking();
  const std::size_t origin[] = {size(), size(), size()}, region[] = {size(), size(), size()};
  const std::size_t host_origin[] = {choices_.below(3), choices_.below(3), choices_.below(3)};
  const std::size_t row = size(), slice = size(), host_row = small_size(), host_slice = small_size();
  void* host = choices_.is_one_of(12) ? nullptr : arena();
  const std::size_t* place = choices_.is_one_of(16) ? nullptr : origin;
  const std::size_t* extent = choices_.is_one_of(16) ? nullptr : region;
  const bool is_read = choices_.is_one_of(2);
  const cl_int code =
      is_read ? cl_.clEnqueueReadBufferRect(queue, buffer, blocks, place, host_origin, extent, row, slice, host_row,
                                            host_slice, host, list.count, list.events, event_place())
              : cl_.clEnqueueWriteBufferRect(queue, buffer, blocks, place, host_origin, extent, row, slice, host_row,
                                             host_slice, host, list.count, list.events, event_place());
  expect_command(is_read ? "clEnqueueReadBufferRect" : "clEnqueueWriteBufferRect", code,
                 queue.is_wrong || buffer.is_wrong || list.is_wrong,
                 {CL_INVALID_MEM_OBJECT, CL_INVALID_VALUE, CL_MISALIGNED_SUB_BUFFER_OFFSET, CL_INVALID_OPERATION});
}

void Calls::copy_box() {
  const auto queue = any<cl_command_queue>();
  const auto from = any<cl_mem>(), to = any<cl_mem>();
  const auto list = waits();
  const std::size_t origin[] = {size(), size(), size()}, target[] = {size(), size(), size()};
  const std::size_t region[] = {size(), size(), size()};
  const std::size_t row = size(), slice = size();
  const bool is_alike = !choices_.is_one_of(3);
  const std::size_t to_row = is_alike ? row : size(), to_slice = is_alike ? slice : size();
  const cl_int code = cl_.clEnqueueCopyBufferRect(queue, from, to, origin, target, region, row, slice, to_row, to_slice,
                                                  list.count, list.events, event_place());
  expect_command("clEnqueueCopyBufferRect", code, queue.is_wrong || from.is_wrong || to.is_wrong || list.is_wrong,
                 {CL_INVALID_MEM_OBJECT, CL_INVALID_VALUE, CL_MISALIGNED_SUB_BUFFER_OFFSET, CL_MEM_COPY_OVERLAP});
}

void Calls::mark() {
  const auto queue = any<cl_command_queue>();
  const auto list = waits();
  const bool is_wrong = queue.is_wrong || list.is_wrong;
  switch (choices_.below(5)) {
    case 0:
      return expect_command("clEnqueueMarkerWithWaitList",
                            cl_.clEnqueueMarkerWithWaitList(queue, list.count, list.events, event_place()), is_wrong,
                            {});
    case 1:
      return expect_command("clEnqueueBarrierWithWaitList",
                            cl_.clEnqueueBarrierWithWaitList(queue, list.count, list.events, event_place()), is_wrong,
                            {});
    case 2:
      return expect_command("clEnqueueMarker", cl_.clEnqueueMarker(queue, event_place()), queue.is_wrong,
                            {CL_INVALID_VALUE});
    case 3:
      return expect_command("clEnqueueBarrier", cl_.clEnqueueBarrier(queue), queue.is_wrong, {});
    default:
      return expect_command("clEnqueueWaitForEvents", cl_.clEnqueueWaitForEvents(queue, list.count, list.events),
                            queue.is_wrong || list.is_wrong, {CL_INVALID_VALUE, CL_INVALID_EVENT});
  }
}

void Calls::flush_or_finish() {
  const auto queue = any<cl_command_queue>();
  if (choices_.is_one_of(2)) {
    return expect("clFlush", cl_.clFlush(queue), queue.is_wrong, {CL_INVALID_COMMAND_QUEUE});
  }
  settle();
  expect("clFinish", cl_.clFinish(queue), queue.is_wrong, {CL_INVALID_COMMAND_QUEUE});
}

void Calls::create_user_event() {
  const auto context = any<cl_context>();
  cl_int code = CL_SUCCESS;
  auto* event = cl_.clCreateUserEvent(context, &code);
  keep("clCreateUserEvent", event, Kind::k_event, code, context.is_wrong, {CL_INVALID_CONTEXT});
  if (event != nullptr) unset_.push_back(event);
}

void Calls::set_user_event() {
  const auto event = any<cl_event>();
  const cl_int code = cl_.clSetUserEventStatus(event, choices_.of<cl_int>({CL_COMPLETE, -1, CL_RUNNING, -100000}));
  expect("clSetUserEventStatus", code, event.is_wrong, {CL_INVALID_EVENT, CL_INVALID_VALUE, CL_INVALID_OPERATION});
  if (code == CL_SUCCESS) unset_.erase(std::remove(unset_.begin(), unset_.end(), event.handle), unset_.end());
}

void Calls::wait_for_events() {
  settle();
  const auto list = waits();
  const cl_int code = cl_.clWaitForEvents(list.count, list.events);
  expect("clWaitForEvents", code, list.is_wrong,
         {CL_INVALID_VALUE, CL_INVALID_CONTEXT, CL_INVALID_EVENT, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST});
}

void Calls::ask_event() {
  const auto event = any<cl_event>();
  const auto info = static_cast<cl_event_info>(CL_EVENT_COMMAND_QUEUE + choices_.below(6));
  ask("clGetEventInfo", event.is_wrong, {CL_INVALID_EVENT, CL_INVALID_VALUE},
      [&](std::size_t room, void* to, std::size_t* told) { return cl_.clGetEventInfo(event, info, room, to, told); });
  const auto time = static_cast<cl_profiling_info>(CL_PROFILING_COMMAND_QUEUED + choices_.below(6));
  ask("clGetEventProfilingInfo", event.is_wrong, {CL_INVALID_EVENT, CL_INVALID_VALUE, CL_PROFILING_INFO_NOT_AVAILABLE},
      [&](std::size_t room, void* to, std::size_t* told) {
        return cl_.clGetEventProfilingInfo(event, time, room, to, told);
      });
}

void Calls::call_back() {
  const auto event = any<cl_event>();
  const auto nothing = [](cl_event, cl_int, void*) {};
  const auto status = choices_.of<cl_int>({CL_COMPLETE, CL_RUNNING, CL_SUBMITTED, CL_QUEUED, -1});
  if (choices_.is_one_of(8)) {
    return expect("clSetEventCallback", cl_.clSetEventCallback(event, status, nullptr, nullptr), true,
                  {CL_INVALID_EVENT, CL_INVALID_VALUE});
  }
  expect("clSetEventCallback", cl_.clSetEventCallback(event, status, nothing, nullptr), event.is_wrong,
         {CL_INVALID_EVENT, CL_INVALID_VALUE});
}

const std::vector<Calls::Step>& Calls::command_steps() {
  static const std::vector<Step> all = {&Calls::read_or_write,  &Calls::read_or_write,     &Calls::copy,
                                        &Calls::fill,           &Calls::read_or_write_box, &Calls::copy_box,
                                        &Calls::mark,           &Calls::flush_or_finish,   &Calls::create_user_event,
                                        &Calls::set_user_event, &Calls::wait_for_events,   &Calls::ask_event,
                                        &Calls::call_back};
  return all;
}

}  // namespace driver_calls
