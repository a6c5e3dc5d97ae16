// The step behind the worker of targets whose binary another program makes: a driver, ptxas, ocloc.
#pragma once

#include <string>

#include "compile/compile.h"
#include "plan/plan.h"
#include "toolchain/process.h"

namespace clc {

// Whether the target has such a step.
bool is_derived(const PlannedTarget& target);

struct Derivation {
  ProcessSpec spec;
  std::string input;  // for its standard input
};

// What to run in the empty private folder, into which this writes what the program reads.
Result<Derivation> begin_derivation(const Plan& plan, const Job& job, const Artifact& base, const std::string& folder);

// All that reaches the program beside the worker's artifact, without its path.
std::vector<std::string> derivation_words(const Plan& plan, const Job& job);

// The job's result, from the worker's and from what became of the program.
JobResult end_derivation(const Plan& plan, const Job& job, Artifact base, const std::string& folder, Finished finished);

// The worker's and the driver's halves of a `driver:` job as one artifact.
Artifact merge_driver_artifact(Artifact expanded, Artifact built);

// The last lines of what a process said, each behind a line break.
std::string last_words(std::string text);

}  // namespace clc
