#include "base/platform/forks.h"

#include <pthread.h>

namespace clc::platform {

// All that there are. The object needs neither construction nor destruction, so that it can be used at any time.
class ForkSafeMutexes {
 public:
  constexpr ForkSafeMutexes() = default;

  void add(ForkSafeMutex& mutex) {
    // Without memory for the handlers a child may hang, which is better than that the program does not begin.
    std::call_once(has_handlers_, [] { ::pthread_atfork(&lock_all, &unlock_all, &unlock_all); });
    const std::lock_guard lock(mutex_);
    mutex.next_ = first_;
    if (first_ != nullptr) first_->previous_ = &mutex;
    first_ = &mutex;
  }
  void remove(const ForkSafeMutex& mutex) {
    const std::lock_guard lock(mutex_);
    (mutex.previous_ == nullptr ? first_ : mutex.previous_->next_) = mutex.next_;
    if (mutex.next_ != nullptr) mutex.next_->previous_ = mutex.previous_;
  }

 private:
  static void lock_all();
  static void unlock_all();

  std::once_flag has_handlers_;
  std::mutex mutex_;
  ForkSafeMutex* first_ = nullptr;
};

namespace {

constinit ForkSafeMutexes all;

}  // namespace

void ForkSafeMutexes::lock_all() {
  all.mutex_.lock();
  for (ForkSafeMutex* mutex = all.first_; mutex != nullptr; mutex = mutex->next_) mutex->lock();
}

void ForkSafeMutexes::unlock_all() {
  for (ForkSafeMutex* mutex = all.first_; mutex != nullptr; mutex = mutex->next_) mutex->unlock();
  all.mutex_.unlock();
}

ForkSafeMutex::ForkSafeMutex() {
  all.add(*this);
}

ForkSafeMutex::~ForkSafeMutex() {
  all.remove(*this);
}

}  // namespace clc::platform
