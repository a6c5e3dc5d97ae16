// What of a plan the cache has.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lookup/artifact_cache.h"
#include "compile/compile.h"

namespace clc {

// The worker's part of one or several jobs.
struct Base {
  std::shared_ptr<const Artifact> artifact;
  std::string digest;  // empty without a cache
};

// The jobs of a compilation that are still to be done.
struct Remaining {
  std::size_t compilation = 0;
  std::vector<std::size_t> jobs;
  std::optional<Base> base;  // where only tools or drivers are left to run
};

struct LookedUp {
  std::vector<JobResult> results;  // one for each job; the hits are done
  std::vector<Remaining> remaining;
};

LookedUp look_up(const Plan& plan, ArtifactCache& cache);

// What was derived from a worker's artifact of this digest, for a job.
std::optional<JobResult> look_up_derived(std::size_t job, const std::string& base, ArtifactCache& cache);

}  // namespace clc
