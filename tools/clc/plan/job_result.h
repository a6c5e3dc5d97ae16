// The result of a job, and the check that it is what the job was asked for.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "clc/package/artifact.h"
#include "plan/plan.h"
#include "protocol/protocol.h"

namespace clc {

// When a job was worked on, and where; unset times: it was not.
struct JobTimes {
  std::chrono::steady_clock::time_point begun = {}, step_begun = {}, ended = {};
  std::string server = {};  // empty: this machine
};

struct JobResult {
  std::optional<Outcome> outcome;    // empty: never started, because an earlier job had failed
  std::string detail;                // why it crashed, timed out or is unavailable
  std::optional<Artifact> artifact;  // when done; when failed, for its diagnostics and log
  bool is_from_cache = false;
  bool is_unusable = false;  // a compiler said that it was done, and handed over something else
  JobTimes times = {};

  bool done() const { return outcome == Outcome::k_done; }
  // True when each error is about what the target lacks, and other targets may have.
  bool is_of_target() const;
};
JobResult crashed(const std::string& detail);
using JobResults = IndexedVector<JobIndex, JobResult>;

// Says what is wrong with the artifact of a job, or of the worker's part of several; empty when it is what was asked
// for. Every artifact is judged here, when it comes from a compiler and when it comes from the cache.
std::string complaint(const Plan& plan, JobIndex job, const Artifact& artifact);
std::string complaint(const Plan& plan, CompilationIndex compilation, const Artifact& artifact);

// The exit code where a call keeps going and no kernel is wrong: targets lack what kernels need.
inline constexpr int k_lacking_code = 7;

// The exit code that the results add up to: 5 beats 4, 3 and 1, and these k_lacking_code, which only calls that keep
// going have.
int exit_code_of(const JobResults& results, bool keeps_going = false);

}  // namespace clc
