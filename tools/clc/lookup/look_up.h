// The look-up: which jobs of a plan the cache can answer.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lookup/artifact_cache.h"
#include "plan/job_result.h"

namespace clc {

// An artifact that the worker made for one or several jobs.
struct WorkerArtifact {
  std::shared_ptr<const Artifact> artifact;
  std::string digest;  // empty without a cache
};

// The jobs of a compilation that are still to be done.
struct RemainingJobs {
  CompilationIndex compilation;
  std::vector<JobIndex> jobs;
  std::optional<WorkerArtifact> made;  // where only final steps are left to run
};

struct LookedUp {
  JobResults results;  // the hits are done
  std::vector<RemainingJobs> remaining;
};

LookedUp look_up(const Plan& plan, ArtifactCache& cache);

}  // namespace clc
