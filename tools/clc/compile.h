// Runs the jobs of a plan in child processes, at most so many at once.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compile_arguments.h"
#include "plan.h"
#include "protocol.h"
#include "sink.h"

namespace clc {

struct JobResult {
  std::optional<Outcome> outcome;    // empty: never started, because an earlier job had failed
  std::string detail;                // why it crashed, timed out or is unavailable
  std::optional<Artifact> artifact;  // when done; when failed, for its diagnostics and log

  bool done() const { return outcome == Outcome::k_done; }
};

// One result per job, in the order of the plan's jobs. Shows diagnostics and failures as they happen.
// Without --keep-going nothing new is started after the first failure.
Result<std::vector<JobResult>> compile(const Plan& plan, const CompileArguments& arguments, Sink& sink);

}  // namespace clc
