// An estimate of how long the jobs of a call will still take: from what each took the last time or, where that is not
// known, from those that ended in this call.
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "lookup/artifact_cache.h"
#include "plan/plan.h"
#include "toolchain/process.h"

namespace clc {

class TimeLeft {
 public:
  using Seconds = std::chrono::duration<double>;

  // `jobs` are those that have to be compiled.
  TimeLeft(const Plan& plan, ArtifactCache& cache, const std::vector<JobIndex>& jobs);

  void job_ended(JobIndex job, Clock::duration took);
  // Nothing: too little is known.
  std::optional<std::chrono::seconds> estimate() const;

 private:
  // Jobs that were never compiled before.
  struct OfTarget {
    std::size_t waiting = 0, ended = 0;
    Seconds spent{0};
  };

  Seconds mean_of(const OfTarget& target) const;

  const Plan& plan_;
  const Clock::time_point begin_ = Clock::now();
  IndexedVector<JobIndex, std::optional<Seconds>> remembered_;
  IndexedVector<TargetIndex, OfTarget> targets_;
  Seconds waiting_{0};           // the remembered time of jobs that have not ended
  Seconds ended_remembered_{0};  // and of those that have
  Seconds ended_again_{0};       // and what these took now
  std::size_t ended_ = 0;
  Seconds spent_{0};
};

}  // namespace clc
