// Runs the final step of a job: a driver, ptxas or ocloc makes the binary from what the worker made.
#pragma once

#include <string>

#include "plan/job_result.h"
#include "plan/plan.h"
#include "toolchain/run_process.h"

namespace clc {

struct FinalStep {
  ProcessSpec spec;
  std::string input;  // for its standard input
};

// Writes the files that the program of the final step reads into the empty private folder, and returns how to run it
// there. `base` is the worker's artifact.
Result<FinalStep> begin_final_step(const Plan& plan, JobIndex job, const Artifact& base, const std::string& folder);

// The job's result, from the worker's artifact and from what became of the program.
JobResult end_final_step(const Plan& plan, JobIndex job, Artifact base, const std::string& folder, Finished finished);

// The worker's and the driver's halves of a `driver:` job as one artifact.
Artifact merge_driver_artifact(Artifact expanded, Artifact built);

// The last lines of what a process printed, each after a line break.
std::string last_words(std::string text);

}  // namespace clc
