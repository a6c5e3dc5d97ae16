#include "plan/shown_diagnostics.h"

#include <algorithm>
#include <string>
#include <tuple>

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
  return std::ranges::equal(a.diagnostics, b.diagnostics,
                            [](const ShownDiagnostic& x, const ShownDiagnostic& y) { return key(x) == key(y); });
}

// The compiler sees SPIR-V where a chip of Intel's was asked for, and ocloc may take from the source what that has not.
std::string for_target(const Diagnostic& diagnostic, const Target& target) {
  if (target.family != Family::k_intel || !diagnostic.is_of_target || is_from_source(target)) return diagnostic.text;
  constexpr std::string_view k_compiled = "not supported for spirv64";
  const std::string name = target.name();
  std::string text = diagnostic.text;
  if (const std::size_t at = text.find(k_compiled); at != std::string::npos)
    text.replace(at, k_compiled.size(), "not supported for " + name);
  return text + ", unless ocloc gets the source: -t " + name + ",from=source";
}

std::vector<Group> groups_of(const Plan& plan, JobIndex job, const Artifact& artifact) {
  std::vector<Group> groups;
  for (const Diagnostic& diagnostic : artifact.diagnostics) {
    const std::string file = spell(diagnostic.file, plan, plan.jobs[job]);
    if (groups.empty() || diagnostic.severity != Severity::k_note) groups.push_back({{}, {plan.target_of(job).name}});
    groups.back().diagnostics.push_back({diagnostic.severity,
                                         file,
                                         diagnostic.line,
                                         diagnostic.column,
                                         for_target(diagnostic, plan.target_of(job).target),
                                         diagnostic.snippet,
                                         {}});
  }
  return groups;
}

}  // namespace

std::vector<ShownDiagnostic> collapse_diagnostics(const Plan& plan, SourceIndex source, const JobResults& results) {
  std::vector<Group> all;
  std::size_t artifacts = 0;
  for (const JobIndex job : plan.jobs.positions()) {
    if (!(plan.jobs[job].source == source) || !results[job].artifact) continue;
    ++artifacts;
    for (Group& group : groups_of(plan, job, *results[job].artifact)) {
      const auto known = std::ranges::find_if(all, [&](const Group& other) { return same(group, other); });
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

std::vector<ShownDiagnostic> job_diagnostics(const Plan& plan, JobIndex job, const JobResult& result) {
  std::vector<ShownDiagnostic> shown;
  if (!result.artifact) return shown;
  for (const Group& group : groups_of(plan, job, *result.artifact))
    shown.insert(shown.end(), group.diagnostics.begin(), group.diagnostics.end());
  return shown;
}

}  // namespace clc
