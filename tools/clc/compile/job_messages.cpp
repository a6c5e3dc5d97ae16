#include "compile/job_messages.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "base/text.h"
#include "plan/shown_diagnostics.h"

namespace clc {
namespace {

bool has_errors(const Artifact& artifact) {
  return std::ranges::any_of(artifact.diagnostics,
                             [](const Diagnostic& diagnostic) { return diagnostic.severity >= Severity::k_error; });
}

// The log of a driver ends with what the message says already.
std::string without_last(std::string log, const std::string& line) {
  if (log.ends_with(line + "\n")) log.resize(log.size() - line.size() - 1);
  return log;
}

// Advice after a crash of the compiler for this target; empty: there is none.
std::string way_out(const Target& target) {
  if (target.family != Family::k_r600) return "";
  return "; LLVM cannot spill registers for these chips, and crashes where a kernel needs more than their 128: keep "
         "fewer values alive at once, split the kernel, or leave out this target";
}

std::string shown_name(const SourceFile& source) {
  return source.spelled == "-" ? "<stdin>" : source.spelled;
}

}  // namespace

std::string failure_text(const Plan& plan, JobIndex job, const JobResult& result) {
  if (!result.outcome || result.done()) return "";
  const std::string& target = plan.target_of(job).name;
  if (result.is_unusable) return "the result for " + target + " cannot be used: " + result.detail;
  const std::string why = result.detail.empty() ? "" : ": " + result.detail;
  const std::string others = plan.jobs.size() > 1 ? " (the other jobs are not affected)" : "";
  switch (*result.outcome) {
    case Outcome::k_done:
      return "";
    case Outcome::k_failed: {
      if (result.artifact && has_errors(*result.artifact)) return "";
      const std::string log = result.artifact ? without_last(result.artifact->log, result.detail) : "";
      return "the compiler for " + target + " refused it" + why + (log.empty() ? "" : "; its log:\n" + log);
    }
    case Outcome::k_crashed:
      return "the compiler for " + target + " crashed" + others + why + way_out(plan.target_of(job).target);
    case Outcome::k_timed_out:
      return "the compiler for " + target + " took longer than allowed" + others + why;
    case Outcome::k_unavailable:
      return "cannot compile for " + target + why;
  }
  return "";
}

void JobMessages::job_ended(JobIndex job, const JobResults& results) {
  const SourceIndex source = plan_.jobs[job].source;
  if (const std::string text = failure_text(plan_, job, results[job]); !text.empty())
    sink_.diagnostic({Severity::k_error, shown_name(plan_.sources[source]), 0, 0, text, "", {}});
  if (++ended_[source] == plan_.targets.size()) show_diagnostics(source, results);
}

void JobMessages::show_timing(JobIndex job, const JobResult& result, std::chrono::nanoseconds took,
                              const std::string& server) {
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(took).count();
  const std::string what = result.done() ? std::to_string(result.artifact->binary.size()) + " bytes" : "failed";
  const std::string how = result.is_from_cache ? " from the cache" : " after " + std::to_string(milliseconds) + " ms";
  sink_.message(Severity::k_note, plan_.source_of(job).module + " for " + plan_.target_of(job).name + ": " + what +
                                      how + (server.empty() ? "" : " at " + server));
}

void JobMessages::show_remaining_diagnostics(const JobResults& results) {
  for (const SourceIndex source : plan_.sources.positions()) {
    if (ended_[source] < plan_.targets.size()) show_diagnostics(source, results);
  }
}

void JobMessages::show_diagnostics(SourceIndex source, const JobResults& results) {
  const bool is_configuration = !plan_.sources[source].tuning_file.empty();
  for (const ShownDiagnostic& diagnostic : collapse_diagnostics(plan_, source, results)) {
    if (is_configuration && !said_of_configurations_.insert(to_text(diagnostic)).second) continue;
    sink_.diagnostic(diagnostic);
  }
}

std::string success_text(const Plan& plan, const JobResults& results, std::chrono::nanoseconds took) {
  const auto cached = static_cast<std::size_t>(
      std::ranges::count_if(results, [](const JobResult& result) { return result.is_from_cache; }));
  const std::size_t compiled = results.size() - cached;
  std::string text =
      "wrote " + (plan.outputs.package == "-" ? std::string("to standard output") : plan.outputs.package);
  text += ": " + count(results.size(), "variant");
  if (compiled != 0) text += ", " + std::to_string(compiled) + " compiled";
  if (cached != 0) text += ", " + std::to_string(cached) + " from the cache";
  std::array<char, 32> seconds{};
  std::snprintf(seconds.data(), seconds.size(), ", %.2f s", std::chrono::duration<double>(took).count());
  return text + seconds.data();
}

void summarize(const JobResults& results, bool published, Sink& sink) {
  std::size_t failed = 0, unstarted = 0, lacking = 0;
  for (const JobResult& result : results) {
    if (!result.outcome) {
      ++unstarted;
    } else if (!result.done()) {
      ++failed;
    }
    if (result.is_of_target()) ++lacking;
  }
  if (failed == 0 || results.size() < 2) return;
  std::string text = std::to_string(failed) + " of " + count(results.size(), "job") + " failed";
  if (lacking != 0)
    text += " (" + (lacking == failed ? "each" : std::to_string(lacking)) + " because the target lacks what it needs)";
  if (unstarted != 0) text += ", " + std::to_string(unstarted) + " not started";
  sink.message(Severity::k_note, text + (published ? "; the package holds the others" : "; nothing was written"));
}

}  // namespace clc
