// Counts the tasks that have ended, and shows how far they are.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>

#include "commands/warm/run_tasks.h"

namespace clc {

class TaskProgress {
 public:
  TaskProgress(std::size_t tasks, Sink& sink) : tasks_(tasks), sink_(sink) {}

  void begin(const Task& task) const { show(task); }
  void end(const Task& task, const Result<Finished>& finished) {
    ++done_;
    task.end(finished);
    show(task);
  }

 private:
  using Clock = std::chrono::steady_clock;

  void show(const Task& task) const {
    std::optional<std::chrono::seconds> left;
    if (done_ != 0) left = std::chrono::ceil<std::chrono::seconds>((Clock::now() - begin_) * (tasks_ - done_) / done_);
    sink_.progress({done_, tasks_, task.name, task.device, left});
  }

  const std::size_t tasks_;
  Sink& sink_;
  const Clock::time_point begin_ = Clock::now();
  std::size_t done_ = 0;
};

}  // namespace clc
