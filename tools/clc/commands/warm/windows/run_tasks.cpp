// A thread for each process that runs at a time.
#include "commands/warm/run_tasks.h"

#include <algorithm>
#include <mutex>
#include <thread>
#include <vector>

#include "base/try.h"
#include "commands/warm/task_progress.h"
#include "support/interrupts.h"

namespace clc {
namespace {

Result<Finished> run_one(const Task& task, const TaskLimits& limits) {
  const Bytes input = CLC_TRY(task.input ? task.input() : Bytes());
  return run_process(task.spec, input, limits.time);
}

class Runner {
 public:
  Runner(const std::vector<Task>& tasks, const TaskLimits& limits, Sink& sink)
      : tasks_(tasks), limits_(limits), progress_(tasks.size(), sink) {}

  Result<void> run() {
    const HeldInterrupts interrupts;
    std::vector<std::thread> threads;
    const std::size_t most = std::min<std::size_t>(limits_.processes, tasks_.size());
    while (threads.size() < most) threads.emplace_back([this] { work(); });
    for (std::thread& thread : threads) thread.join();
    if (caught_interrupt() != 0) return fail(ErrorKind::k_crash, "interrupted");
    return {};
  }

 private:
  void work() {
    for (std::unique_lock lock(mutex_); next_ < tasks_.size() && caught_interrupt() == 0;) {
      const Task& task = tasks_[next_++];
      progress_.begin(task);
      lock.unlock();
      const Result<Finished> finished = run_one(task, limits_);
      lock.lock();
      if (caught_interrupt() != 0) return;
      progress_.end(task, finished);
    }
  }

  const std::vector<Task>& tasks_;
  const TaskLimits& limits_;
  std::mutex mutex_;  // for all below, and what the tasks' ends change
  TaskProgress progress_;
  std::size_t next_ = 0;
};

}  // namespace

Result<void> run_tasks(const std::vector<Task>& tasks, const TaskLimits& limits, Sink& sink) {
  return Runner(tasks, limits, sink).run();
}

}  // namespace clc
