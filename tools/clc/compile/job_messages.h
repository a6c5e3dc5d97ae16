// Tells the user what the compilers said.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "plan/plan.h"
#include "support/sink.h"

namespace clc {

struct JobResult;

// Equal diagnostics of the targets of one file become one; it names its targets when not all of them gave it.
std::vector<ShownDiagnostic> collapse_diagnostics(const Plan& plan, std::size_t source,
                                                  const std::vector<JobResult>& results);

// One job's own, none left out.
std::vector<ShownDiagnostic> job_diagnostics(const Plan& plan, std::size_t job, const JobResult& result);

// What to say about a job that did not come out and gave no error diagnostic, or an empty text.
std::string failure_text(const Plan& plan, std::size_t job, const JobResult& result);

// Shows crashes at once and a file's diagnostics when the last of its jobs has ended.
class JobMessages {
 public:
  JobMessages(const Plan& plan, Sink& sink) : plan_(plan), sink_(sink), ended_(plan.sources.size()) {}
  void ended(std::size_t job, const std::vector<JobResult>& results);
  // How a job went, for --verbose.
  void tell(std::size_t job, const JobResult& result, std::chrono::nanoseconds took);
  // Diagnostics of files whose last jobs will not be run any more.
  void rest(const std::vector<JobResult>& results);

 private:
  void show(std::size_t source, const std::vector<JobResult>& results);

  const Plan& plan_;
  Sink& sink_;
  std::vector<std::size_t> ended_;  // jobs per source
};

// One line at the end of a run of several jobs that did not all come out.
void summarize(const std::vector<JobResult>& results, bool published, Sink& sink);

}  // namespace clc
