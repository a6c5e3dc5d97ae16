#include "clc/runtime/event.h"

#include <utility>

#include "clc/runtime/opencl_error.h"
#include "opencl_calls.h"
#include "wait.h"

namespace clc {
namespace {

using Then = std::function<void(bool)>;

void CL_CALLBACK call_once(cl_event, cl_int status, void* then) {
  const std::unique_ptr<Then> owner(static_cast<Then*>(then));
  (*owner)(status == CL_COMPLETE);
}

}  // namespace

Event::Event(cl_event event, std::shared_ptr<const std::string> what) : event_(event), what_(std::move(what)) {}
Event::Event(Event&& other) noexcept : event_(std::exchange(other.event_, nullptr)), what_(std::move(other.what_)) {}
Event& Event::operator=(Event&& other) noexcept {
  std::swap(event_, other.event_);
  std::swap(what_, other.what_);
  return *this;
}
Event::~Event() {
  if (event_ != nullptr) opencl().clReleaseEvent(event_);
}

Result<CommandTime> Event::wait() const {
  if (event_ == nullptr) return CommandTime{};
  return wait_for(event_, what_ == nullptr ? "command" : *what_);
}

Result<bool> Event::has_ended() const {
  if (event_ == nullptr) return true;
  cl_int status = CL_QUEUED;
  const cl_int code =
      opencl().clGetEventInfo(event_, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, nullptr);
  if (code != CL_SUCCESS) return fail_opencl(code, "clGetEventInfo");
  if (status < 0) return fail_opencl(status, (what_ == nullptr ? "command" : *what_) + " failed on the device");
  return status == CL_COMPLETE;
}

Result<void> Event::on_end(std::function<void(bool)> then) const {
  if (event_ == nullptr) {
    then(true);
    return {};
  }
  auto kept = std::make_unique<Then>(std::move(then));
  const cl_int code = opencl().clSetEventCallback(event_, CL_COMPLETE, &call_once, kept.get());
  if (code != CL_SUCCESS) return fail_opencl(code, "clSetEventCallback");
  kept.release();  // call_once owns it now
  return {};
}

}  // namespace clc
