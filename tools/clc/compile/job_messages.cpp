#include "compile/job_messages.h"

#include <algorithm>
#include <tuple>

#include "compile/compile.h"
#include "support/text.h"

namespace clc {
namespace {

// An error or warning with the notes that belong to it.
struct Group {
  std::vector<ShownDiagnostic> diagnostics;
  std::vector<std::string> targets;
};

auto key(const ShownDiagnostic& d) {
  return std::tie(d.severity, d.file, d.line, d.column, d.text, d.snippet);
}

bool same(const Group& a, const Group& b) {
  return std::equal(a.diagnostics.begin(), a.diagnostics.end(), b.diagnostics.begin(), b.diagnostics.end(),
                    [](const ShownDiagnostic& x, const ShownDiagnostic& y) { return key(x) == key(y); });
}

std::vector<Group> groups_of(const Plan& plan, const Job& job, const Artifact& artifact) {
  std::vector<Group> groups;
  for (const Diagnostic& diagnostic : artifact.diagnostics) {
    const std::string file = spell(diagnostic.file, plan, job);
    if (groups.empty() || diagnostic.severity != Severity::k_note) groups.push_back({{}, {plan.target_of(job).name}});
    groups.back().diagnostics.push_back(
        {diagnostic.severity, file, diagnostic.line, diagnostic.column, diagnostic.text, diagnostic.snippet, {}});
  }
  return groups;
}

bool has_errors(const Artifact& artifact) {
  return std::any_of(artifact.diagnostics.begin(), artifact.diagnostics.end(),
                     [](const Diagnostic& diagnostic) { return diagnostic.severity >= Severity::k_error; });
}

std::string shown_name(const SourceFile& source) {
  return source.spelled == "-" ? "<stdin>" : source.spelled;
}

}  // namespace

std::vector<ShownDiagnostic> collapse_diagnostics(const Plan& plan, std::size_t source,
                                                  const std::vector<JobResult>& results) {
  std::vector<Group> all;
  std::size_t artifacts = 0;
  for (std::size_t i = 0; i < plan.jobs.size(); ++i) {
    if (plan.jobs[i].source != source || !results[i].artifact) continue;
    ++artifacts;
    for (Group& group : groups_of(plan, plan.jobs[i], *results[i].artifact)) {
      const auto known = std::find_if(all.begin(), all.end(), [&](const Group& other) { return same(group, other); });
      if (known == all.end()) {
        all.push_back(std::move(group));
      } else if (known->targets.back() != group.targets.back()) {
        known->targets.push_back(group.targets.back());
      }
    }
  }
  std::vector<ShownDiagnostic> shown;
  for (Group& group : all) {
    if (group.targets.size() < artifacts) group.diagnostics.front().targets = group.targets;
    shown.insert(shown.end(), group.diagnostics.begin(), group.diagnostics.end());
  }
  return shown;
}

std::vector<ShownDiagnostic> job_diagnostics(const Plan& plan, std::size_t job, const JobResult& result) {
  std::vector<ShownDiagnostic> shown;
  if (!result.artifact) return shown;
  for (const Group& group : groups_of(plan, plan.jobs[job], *result.artifact)) {
    shown.insert(shown.end(), group.diagnostics.begin(), group.diagnostics.end());
  }
  return shown;
}

std::string failure_text(const Plan& plan, std::size_t job, const JobResult& result) {
  if (!result.outcome || result.done()) return "";
  const std::string& target = plan.target_of(plan.jobs[job]).name;
  const std::string why = result.detail.empty() ? "" : ": " + result.detail;
  const std::string others = plan.jobs.size() > 1 ? " (the other jobs are not affected)" : "";
  switch (*result.outcome) {
    case Outcome::k_done:
      return "";
    case Outcome::k_failed: {
      if (result.artifact && has_errors(*result.artifact)) return "";
      const std::string log =
          result.artifact && !result.artifact->log.empty() ? "; its log:\n" + result.artifact->log : "";
      return "the compiler for " + target + " refused it" + why + log;
    }
    case Outcome::k_crashed:
      return "the compiler for " + target + " crashed" + others + why;
    case Outcome::k_timed_out:
      return "the compiler for " + target + " took longer than allowed" + others + why;
    case Outcome::k_unavailable:
      return "cannot compile for " + target + why;
  }
  return "";
}

void JobMessages::ended(std::size_t job, const std::vector<JobResult>& results) {
  const std::size_t source = plan_.jobs[job].source;
  if (const std::string text = failure_text(plan_, job, results[job]); !text.empty()) {
    sink_.diagnostic({Severity::k_error, shown_name(plan_.sources[source]), 0, 0, text, "", {}});
  }
  if (++ended_[source] == plan_.targets.size()) show(source, results);
}

void JobMessages::tell(std::size_t job, const JobResult& result, std::chrono::nanoseconds took) {
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(took).count();
  const Job& planned = plan_.jobs[job];
  const std::string what = result.done() ? std::to_string(result.artifact->binary.size()) + " bytes" : "failed";
  const std::string how = result.is_from_cache ? " from the cache" : " after " + std::to_string(milliseconds) + " ms";
  sink_.message(Severity::k_note, plan_.source_of(planned).module + " for " + plan_.target_of(planned).name + ": " +
                                      what + how);
}

void JobMessages::rest(const std::vector<JobResult>& results) {
  for (std::size_t source = 0; source < plan_.sources.size(); ++source) {
    if (ended_[source] < plan_.targets.size()) show(source, results);
  }
}

void JobMessages::show(std::size_t source, const std::vector<JobResult>& results) {
  for (const ShownDiagnostic& diagnostic : collapse_diagnostics(plan_, source, results)) sink_.diagnostic(diagnostic);
}

void summarize(const std::vector<JobResult>& results, bool published, Sink& sink) {
  std::size_t failed = 0, unstarted = 0;
  for (const JobResult& result : results) {
    if (!result.outcome) {
      ++unstarted;
    } else if (!result.done()) {
      ++failed;
    }
  }
  if (failed == 0 || results.size() < 2) return;
  std::string text = std::to_string(failed) + " of " + count(results.size(), "job") + " failed";
  if (unstarted != 0) text += ", " + std::to_string(unstarted) + " not started";
  sink.message(Severity::k_note, text + (published ? "; the package holds the others" : "; nothing was written"));
}

}  // namespace clc
