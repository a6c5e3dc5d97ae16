// Commands that run while the program goes on, and waiting for them.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include <CL/cl.h>

#include "clc/package/result.h"
#include "clc/runtime/native.h"

namespace clc {

// Device time of a finished command, from its profiling events.
struct CommandTime {
  std::uint64_t nanoseconds = 0;
};

// Owns a cl_event. Move-only.
class Event {
 public:
  Event() = default;  // of a command that had nothing to do, and is done
  // Takes the reference over; `what` names the command in errors.
  Event(cl_event event, std::shared_ptr<const std::string> what);
  Event(Event&& other) noexcept;
  Event& operator=(Event&& other) noexcept;
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event();

  cl_event handle() const { return event_; }  // null: nothing to wait for
  // An error when the command itself failed. Time 0 where the queue does no profiling.
  Result<CommandTime> wait() const;

 private:
  cl_event event_ = nullptr;
  std::shared_ptr<const std::string> what_;
};

// What a command waits for: events of any kind that `native` knows, as a list or a container.
// They must live until the command is enqueued.
class WaitList {
 public:
  struct Entry {
    template <class T, class = std::enable_if_t<k_has_native<cl_event, T>>>
    Entry(const T& of) : event(native<cl_event>(of)) {}
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
