// Threads of the layer's own, for builds whose end the application hears by a callback.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>

namespace clc::layer {

// Several threads may call its functions.
class BackgroundWork {
 public:
  struct Job {
    // Builds. With `is_late` it is too late for that, and the job only notes that it is over.
    std::function<void(bool is_late)> build;
    // Calls the application back, which may take as long as it likes: it has a thread of its own. It is called unless
    // `build` came too late.
    std::function<void()> notify;
    // Releases what the driver has of the job. It is not called when the process ends.
    std::function<void()> release;
  };

  // Begins a job, or puts it behind others while as many are building as there are processors. Returns false when no
  // thread can be made or the process ends; the job is untouched then.
  bool begin(const Job& job);
  // Waits for all jobs, but not longer than drivers get at the end of a process, and prevents all later ones. The
  // application may wait for their callbacks while the process ends. A job that ends the process waits for no other.
  void end();

  // Prevents all beginnings and ends of jobs until after_fork(). With `may_wait`, waits before that until no job builds
  // or calls the driver. Callbacks are not waited for, because they may wait for the thread that forks. Returns false
  // when a job still does.
  bool before_fork(bool may_wait);
  void after_fork();
  // Returns true in a thread in which a job calls the driver.
  static bool is_here();

 private:
  void build(Job job);
  void notify(const Job& job);
  std::optional<Job> take_next();
  bool call_driver(const std::function<void(bool is_late)>& work, const bool& is_late);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> waiting_;
  unsigned builders_ = 0;   // threads that build one job after the other
  unsigned calling_ = 0;    // in Job::build or Job::release
  unsigned notifying_ = 0;  // callbacks that are to come or have not returned
  bool is_ending_ = false;
  bool is_over_ = false;  // no job may build any more
};

// Limits how many compilers run at once to the number of processors. The constructor waits.
class CompilerSlot {
 public:
  CompilerSlot();
  ~CompilerSlot();
  CompilerSlot(const CompilerSlot&) = delete;
  CompilerSlot& operator=(const CompilerSlot&) = delete;
};

// A limit, so that a driver that hangs cannot keep the process from ending.
constexpr int k_longest_wait_at_end_minutes = 10;

}  // namespace clc::layer
