// Tells the user what the compilers said.
#pragma once

#include <chrono>
#include <set>
#include <string>

#include "plan/job_result.h"
#include "plan/plan.h"
#include "support/sink.h"

namespace clc {

// The message about a job that failed without an error diagnostic; otherwise empty.
std::string failure_text(const Plan& plan, JobIndex job, const JobResult& result);

// Shows crashes at once, and a file's diagnostics when the last of its jobs has ended.
class JobMessages {
 public:
  JobMessages(const Plan& plan, Sink& sink) : plan_(plan), sink_(sink), ended_(plan.sources.size()) {}
  void job_ended(JobIndex job, const JobResults& results);
  // How long a job took, for --verbose.
  void show_timing(JobIndex job, const JobResult& result, std::chrono::nanoseconds took, const std::string& server);
  // Diagnostics of files whose last jobs will not be run any more.
  void show_remaining_diagnostics(const JobResults& results);

 private:
  void show_diagnostics(SourceIndex source, const JobResults& results);

  const Plan& plan_;
  Sink& sink_;
  IndexedVector<SourceIndex, std::size_t> ended_;  // jobs of each source
  std::set<std::string> said_of_configurations_;   // what several configurations of a file give is said once
};

// "wrote p: 3 variants, 1 compiled, 2 from the cache, 0.12 s"
std::string success_text(const Plan& plan, const JobResults& results, std::chrono::nanoseconds took);

// One line at the end of a run in which some of several jobs failed.
void summarize(const JobResults& results, bool published, Sink& sink);

}  // namespace clc
