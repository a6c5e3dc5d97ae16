// Explains why a compilation would or would not be taken from the cache: what changed since the last time, by name.
#pragma once

#include <string>
#include <vector>

#include "lookup/artifact_cache.h"

namespace clc {

struct Reason {
  std::string change;   // "changed", "appeared", "added", …
  std::string subject;  // "inc/h.h", "option -DN=3", "worker libLLVM.so.22.1"
  std::string before;   // where there are values to show
  std::string now;
};

struct Explanation {
  JobIndex job;
  bool is_hit = false;
  std::vector<Reason> reasons;     // of a miss, at least one
  std::vector<std::string> reads;  // of a hit: the files that were read for it, as the call names them
  std::vector<cache::Key> keys;    // that are looked up: the worker's, then the final step's
};

// Explains each job of the plan. Compiles nothing.
IndexedVector<JobIndex, Explanation> explain(const Plan& plan, ArtifactCache& cache, cache::Store& store);

}  // namespace clc
