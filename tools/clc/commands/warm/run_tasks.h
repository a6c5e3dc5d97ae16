// Runs many processes, some at a time.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "clc/base/bytes.h"
#include "support/sink.h"
#include "toolchain/run_process.h"

namespace clc {

struct Task {
  std::string name;  // for progress
  std::string device;
  ProcessSpec spec;
  // Makes the standard input when the process starts, so that no more of them are in memory than processes. Null:
  // empty.
  std::function<Result<Bytes>()> input;
  std::function<void(const Result<Finished>&)> end;
};

struct TaskLimits {
  unsigned processes = 1;  // at a time
  std::chrono::seconds time{300};
};

// An error means that the user interrupted us; processes that had ended until then have done their work.
Result<void> run_tasks(const std::vector<Task>& tasks, const TaskLimits& limits, Sink& sink);

}  // namespace clc
