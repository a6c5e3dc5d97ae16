#include "clc/runtime/event.h"

#include <utility>

#include "opencl_calls.h"
#include "wait.h"

namespace clc {

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

}  // namespace clc
