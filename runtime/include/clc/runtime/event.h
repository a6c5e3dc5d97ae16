// Commands that run while the program goes on, and waiting for them.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <CL/cl.h>

#include "clc/base/result.h"
#include "clc/runtime/native.h"

namespace clc {

// How long a finished command took on the device, from its profiling events.
struct CommandTime {
  std::uint64_t nanoseconds = 0;
  // When it began, by the device's clock, which all commands of a device share. 0 where the queue does no profiling,
  // and for sums of several commands.
  std::uint64_t began = 0;
};

// Owns a cl_event. Move-only.
class Event {
 public:
  Event() = default;  // the event of a command that had nothing to do, and is done
  // Takes over the caller's reference to `event`; `what` names the command in errors.
  Event(cl_event event, std::shared_ptr<const std::string> what);
  Event(Event&& other) noexcept;
  Event& operator=(Event&& other) noexcept;
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event();

  cl_event handle() const { return event_; }  // null when there is nothing to wait for
  // Waits for the command. When it failed on the device, the error is k_opencl. The time is 0 where the queue does no
  // profiling.
  Result<CommandTime> wait() const;
  // Tells without waiting whether the command has ended; Queue::flush() sees to it that it begins. When it failed on
  // the device, the error is k_opencl.
  Result<bool> has_ended() const;
  // Calls `then` once, when the command has ended: with true, or with false when it failed on the device. The call
  // comes from a thread of the driver's, which must not wait there nor get an exception. A command that had nothing to
  // do is told of at once.
  Result<void> on_end(std::function<void(bool)> then) const;

 private:
  cl_event event_ = nullptr;
  std::shared_ptr<const std::string> what_;
};

// The events that a command waits for: cl_event, clc::Event, and the Khronos C++ bindings' cl::Event, as a list or a
// container. They must live until the command is enqueued.
class WaitList {
 public:
  struct Entry {
    template <class T, class = std::enable_if_t<k_has_native<cl_event, T>>>
    Entry(const T& of) : event(native<cl_event>(of)) {}
    template <class T>
    Entry(const Result<T>&) : event(nullptr) {
      static_assert(!k_is_result<Result<T>>, "an event is a clc::Result: check it, then give *event");
    }
    cl_event event;
  };

  WaitList() = default;
  WaitList(std::initializer_list<Entry> events) {
    for (const Entry& entry : events) add(entry);
  }
  template <class Events, class = decltype(Entry(*std::declval<const Events&>().begin()))>
  explicit WaitList(const Events& events) {
    for (const auto& event : events) add(event);
  }

  const std::vector<cl_event>& events() const { return events_; }

 private:
  void add(const Entry& entry) {
    if (entry.event != nullptr) events_.push_back(entry.event);
  }

  std::vector<cl_event> events_;
};

}  // namespace clc
