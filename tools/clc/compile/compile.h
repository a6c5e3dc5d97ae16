// Runs what is left of a plan in child processes, at most so many at once.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plan/compile_arguments.h"
#include "plan/plan.h"
#include "protocol/protocol.h"
#include "support/sink.h"

namespace clc {

struct JobResult {
  std::optional<Outcome> outcome;    // empty: never started, because an earlier job had failed
  std::string detail;                // why it crashed, timed out or is unavailable
  std::optional<Artifact> artifact;  // when done; when failed, for its diagnostics and log
  bool is_from_cache = false;

  bool done() const { return outcome == Outcome::k_done; }
};

class ArtifactCache;
struct LookedUp;

// One result per job, in the order of the plan's jobs, with those that were `found`. Shows diagnostics and failures as
// they happen, and keeps what comes out as it comes. Without --keep-going nothing new is started after the first
// failure.
Result<std::vector<JobResult>> compile(const Plan& plan, const CompileArguments& arguments, LookedUp found,
                                       ArtifactCache& cache, Sink& sink);

}  // namespace clc
