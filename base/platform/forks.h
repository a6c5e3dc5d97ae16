// Mutexes of processes that fork.
#pragma once

#include <mutex>

namespace clc::platform {

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
