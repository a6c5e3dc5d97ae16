#include "background_work.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <thread>
#include <utility>

#include "base/platform/process.h"
#include "forks.h"

namespace clc::layer {
namespace {

thread_local bool is_calling_here = false;
thread_local bool is_notifying_here = false;

// A limit for callbacks at the end of a process, which may wait for the thread that ends it.
constexpr std::chrono::seconds k_longest_wait_for_callbacks{1};

unsigned processors() {
  static const unsigned count = std::max(1U, std::thread::hardware_concurrency());
  return count;
}

struct Slots {
  std::mutex mutex;
  std::condition_variable freed;
  unsigned used = 0;
};

// It is never destroyed, because threads may compile until the process is gone.
Slots& slots() {
  static auto* const all = new Slots;
  return *all;
}

}  // namespace

bool BackgroundWork::begin(const Job& job) {
  const std::lock_guard lock(mutex_);
  if (is_ending_) return false;
  if (builders_ < processors()) {
    if (!platform::start_thread([this, job] { build(job); })) return false;
    ++builders_;
    return true;
  }
  try {
    waiting_.push_back(job);
  } catch (const std::bad_alloc&) {
    return false;
  }
  return true;
}

void BackgroundWork::build(Job job) {
  for (std::optional<Job> next = std::move(job); next; next = take_next()) {
    if (!call_driver(next->build, is_over_)) continue;
    {
      const std::lock_guard lock(mutex_);
      ++notifying_;
    }
    if (!platform::start_thread([this, done = *next] { notify(done); })) notify(*next);
  }
}

std::optional<BackgroundWork::Job> BackgroundWork::take_next() {
  const std::lock_guard lock(mutex_);
  if (waiting_.empty()) {
    --builders_;
    changed_.notify_all();
    return std::nullopt;
  }
  std::optional<Job> next = std::move(waiting_.front());
  waiting_.pop_front();
  return next;
}

void BackgroundWork::notify(const Job& job) {
  is_notifying_here = true;
  job.notify();
  is_notifying_here = false;
  {
    const std::lock_guard lock(mutex_);
    --notifying_;
    changed_.notify_all();
  }
  call_driver(
      [&](bool is_late) {
        if (!is_late) job.release();
      },
      is_ending_);
}

// Returns false when it is too late to call the driver, which `is_late` says under the mutex.
bool BackgroundWork::call_driver(const std::function<void(bool is_late)>& work, const bool& is_late) {
  bool may_call = false;
  {
    const std::lock_guard lock(mutex_);
    may_call = !is_late;
    if (may_call) ++calling_;
  }
  is_calling_here = may_call;
  work(!may_call);
  is_calling_here = false;
  const std::lock_guard lock(mutex_);
  if (may_call) --calling_;
  changed_.notify_all();
  return may_call && !is_late;
}

void BackgroundWork::end() {
  std::deque<Job> dropped;
  {
    std::unique_lock lock(mutex_);
    const bool is_first = !is_ending_;
    is_ending_ = true;
    const auto has_ended = [&] { return is_calling_here ? calling_ <= 1 : builders_ == 0 && calling_ == 0; };
    changed_.wait_for(lock, std::chrono::minutes(k_longest_wait_at_end_minutes), has_ended);
    is_over_ = true;
    dropped.swap(waiting_);
    const unsigned own = is_notifying_here ? 1 : 0;
    if (is_first) changed_.wait_for(lock, k_longest_wait_for_callbacks, [&] { return notifying_ <= own; });
  }
  for (const Job& job : dropped) job.build(true);
}

bool BackgroundWork::is_here() {
  return is_calling_here;
}

bool BackgroundWork::before_fork(bool may_wait) {
  std::unique_lock lock(mutex_);
  const auto is_idle = [&] { return builders_ == 0 && calling_ == 0; };
  if (may_wait) changed_.wait_for(lock, std::chrono::seconds(k_longest_wait_at_fork_seconds), is_idle);
  lock.release();  // until after_fork()
  return is_idle();
}

void BackgroundWork::after_fork() {
  mutex_.unlock();
}

CompilerSlot::CompilerSlot() {
  std::unique_lock lock(slots().mutex);
  slots().freed.wait(lock, [] { return slots().used < processors(); });
  ++slots().used;
}

CompilerSlot::~CompilerSlot() {
  const std::lock_guard lock(slots().mutex);
  --slots().used;
  slots().freed.notify_one();
}

}  // namespace clc::layer
