#include "compile/time_left.h"

#include <algorithm>

namespace clc {

TimeLeft::TimeLeft(const Plan& plan, ArtifactCache& cache, const std::vector<JobIndex>& jobs)
    : plan_(plan), remembered_(plan.jobs.size()), targets_(plan.targets.size()) {
  for (const JobIndex job : jobs) {
    remembered_[job] = cache.cost(job);
    if (remembered_[job]) {
      waiting_ += *remembered_[job];
    } else {
      ++targets_[plan.jobs[job].target].waiting;
    }
  }
}

void TimeLeft::job_ended(JobIndex job, Clock::duration took) {
  ++ended_;
  spent_ += took;
  if (remembered_[job]) {
    waiting_ -= *remembered_[job];
    ended_remembered_ += *remembered_[job];
    ended_again_ += took;
    return;
  }
  OfTarget& target = targets_[plan_.jobs[job].target];
  --target.waiting;
  ++target.ended;
  target.spent += took;
}

TimeLeft::Seconds TimeLeft::mean_of(const OfTarget& target) const {
  return target.ended != 0 ? target.spent / target.ended : spent_ / std::max<std::size_t>(ended_, 1);
}

std::optional<std::chrono::seconds> TimeLeft::estimate() const {
  if (ended_ == 0) return std::nullopt;
  // The machine may be slower or faster than the last time.
  const bool is_compared = ended_remembered_ > Seconds(0);
  Seconds left = waiting_ * (is_compared ? ended_again_ / ended_remembered_ : 1.0);
  for (const OfTarget& target : targets_) left += mean_of(target) * target.waiting;
  // Several jobs run at a time.
  const Seconds elapsed = Clock::now() - begin_;
  if (spent_ > Seconds(0)) left *= elapsed / spent_;
  return std::chrono::ceil<std::chrono::seconds>(std::max(left, Seconds(0)));
}

}  // namespace clc
