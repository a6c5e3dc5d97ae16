#include "wait.h"

#include <utility>

#include "clc/runtime/handles.h"

namespace clc {

Result<CommandTime> wait_for(cl_event event, const std::string& what) {
  const cl_int waited = clWaitForEvents(1, &event);
  cl_int status = CL_COMPLETE;
  clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, nullptr);
  if (status < 0) return fail_opencl(status, what + " failed on the device");
  if (waited != CL_SUCCESS) return fail_opencl(waited, what + ": clWaitForEvents");

  cl_ulong start = 0;
  cl_ulong end = 0;
  const cl_int start_code = clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof(start), &start, nullptr);
  const cl_int end_code = clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(end), &end, nullptr);
  if (start_code != CL_SUCCESS || end_code != CL_SUCCESS || end < start) return CommandTime{};
  return CommandTime{end - start};
}

Event::Event(cl_event event, std::shared_ptr<const std::string> what) : event_(event), what_(std::move(what)) {}
Event::Event(Event&& other) noexcept : event_(std::exchange(other.event_, nullptr)), what_(std::move(other.what_)) {}
Event& Event::operator=(Event&& other) noexcept {
  std::swap(event_, other.event_);
  std::swap(what_, other.what_);
  return *this;
}
Event::~Event() {
  if (event_ != nullptr) clReleaseEvent(event_);
}

Result<CommandTime> Event::wait() const {
  if (event_ == nullptr) return CommandTime{};
  return wait_for(event_, what_ == nullptr ? "command" : *what_);
}

}  // namespace clc
