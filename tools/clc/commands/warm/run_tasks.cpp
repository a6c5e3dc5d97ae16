#include "commands/warm/run_tasks.h"

#include <algorithm>
#include <list>
#include <utility>

#include "base/try.h"
#include "commands/warm/task_progress.h"
#include "toolchain/process.h"

namespace clc {
namespace {

struct Running {
  const Task* task;
  Process process;
  Clock::time_point deadline;
};

Result<Process> start(const Task& task) {
  Bytes input = CLC_TRY(task.input ? task.input() : Bytes());
  Process process = CLC_TRY(Process::start(task.spec));
  process.send(input);
  process.close_input();
  return process;
}

class Runner {
 public:
  Runner(const std::vector<Task>& tasks, const TaskLimits& limits, Sink& sink)
      : tasks_(tasks), limits_(limits), progress_(tasks.size(), sink) {}

  Result<void> run() {
    for (;;) {
      while (running_.size() < limits_.processes && next_ < tasks_.size()) start_next();
      if (running_.empty()) return {};
      std::vector<Process*> processes;
      Clock::time_point until = Clock::time_point::max();
      for (Running& one : running_) {
        processes.push_back(&one.process);
        until = std::min(until, one.deadline);
      }
      CLC_TRY(poll_processes(processes, until));
      hear();
    }
  }

 private:
  void start_next() {
    const Task& task = tasks_[next_++];
    progress_.begin(task);
    Result<Process> process = start(task);
    if (!process) return progress_.end(task, fail(process));
    running_.push_back({&task, *std::move(process), Clock::now() + limits_.time});
  }

  void hear() {
    for (auto one = running_.begin(); one != running_.end();) {
      Process& process = one->process;
      const bool is_late = !process.ended() && one->deadline <= Clock::now();
      if (is_late) process.stop();
      if (!process.ended()) {
        ++one;
        continue;
      }
      progress_.end(*one->task, Finished{process.ending(), is_late, std::move(process.output()), process.errors()});
      one = running_.erase(one);
    }
  }

  const std::vector<Task>& tasks_;
  const TaskLimits& limits_;
  TaskProgress progress_;
  std::size_t next_ = 0;
  std::list<Running> running_;
};

}  // namespace

Result<void> run_tasks(const std::vector<Task>& tasks, const TaskLimits& limits, Sink& sink) {
  return Runner(tasks, limits, sink).run();
}

}  // namespace clc
