// Processes that fork, and mutexes of theirs.
#pragma once

#include <chrono>
#include <mutex>

namespace clc::platform {

// Calls the functions around each later fork of this process; what is registered last comes first before it, and last
// after it. False: there is no memory for that.
bool follow_forks(void (*before)(), void (*in_parent)(), void (*in_child)());

enum class ProcessBehind { k_none, k_begun, k_is_this };
// Forks a process that outlives this one, with one thread. It has the folders of this process, of its files only
// `file`, holds no terminal, is nobody's child to wait for, gives way to others, and ends when it has taken too long.
// Returns k_is_this in that process; k_none: there is none, as from the first process of a container, with which all
// others end.
ProcessBehind begin_process_behind(int file, std::chrono::seconds longest);
// Ends such a process without what exit() calls.
[[noreturn]] void end_at_once();

// A mutex that is free in each child of this process, where the data that it guards is whole: a fork waits until no
// thread has one. So a thread has only one of them at a time, for a short time, and makes and destroys none meanwhile.
class ForkSafeMutex {
 public:
  ForkSafeMutex();
  ~ForkSafeMutex();
  ForkSafeMutex(const ForkSafeMutex&) = delete;
  ForkSafeMutex& operator=(const ForkSafeMutex&) = delete;

  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }

 private:
  friend class ForkSafeMutexes;
  std::mutex mutex_;
  ForkSafeMutex* previous_ = nullptr;
  ForkSafeMutex* next_ = nullptr;
};

}  // namespace clc::platform
