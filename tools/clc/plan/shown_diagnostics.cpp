#include "plan/shown_diagnostics.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>

namespace clc {
namespace {

// An error or warning with the notes that belong to it.
struct Group {
  std::vector<ShownDiagnostic> diagnostics;
  std::vector<std::string> targets;
};

auto key(const ShownDiagnostic& d) {
  return std::tie(d.severity, d.file, d.line, d.column);
}

// Targets differ in how many functions they have, so also in how many the compiler does not show.
bool same_text(const ShownDiagnostic& a, const ShownDiagnostic& b) {
  constexpr std::string_view k_left_out = " more candidates are not shown";
  return a.text == b.text || (a.text.ends_with(k_left_out) && b.text.ends_with(k_left_out));
}

// The text that a driver gets lacks some lines of the source.
bool same_line(const ShownDiagnostic& a, const ShownDiagnostic& b) {
  return a.snippet == b.snippet || a.snippet.empty() || b.snippet.empty();
}

bool same(const ShownDiagnostic& a, const ShownDiagnostic& b) {
  return key(a) == key(b) && same_text(a, b) && same_line(a, b);
}

bool same(const Group& a, const Group& b) {
  return std::ranges::equal(a.diagnostics, b.diagnostics,
                            [](const ShownDiagnostic& x, const ShownDiagnostic& y) { return same(x, y); });
}

// The group that says the same: with the same notes or, of other targets, with others, such as the functions that a
// call might have meant, of which a target has fewer.
std::vector<Group>::iterator find_same(std::vector<Group>& all, const Group& group) {
  const auto equal = std::ranges::find_if(all, [&](const Group& other) { return same(group, other); });
  if (equal != all.end()) return equal;
  return std::ranges::find_if(all, [&](const Group& other) {
    return same(group.diagnostics.front(), other.diagnostics.front()) && other.targets.back() != group.targets.back();
  });
}

void add_target(Group& known, Group group) {
  for (ShownDiagnostic& diagnostic : group.diagnostics) {
    const auto found =
        std::ranges::find_if(known.diagnostics, [&](const ShownDiagnostic& other) { return same(diagnostic, other); });
    if (found == known.diagnostics.end()) {
      known.diagnostics.push_back(std::move(diagnostic));
    } else if (found->snippet.empty()) {
      found->snippet = std::move(diagnostic.snippet);
    }
  }
  if (known.targets.back() != group.targets.back()) known.targets.push_back(group.targets.back());
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
      const auto known = find_same(all, group);
      if (known == all.end()) {
        all.push_back(std::move(group));
      } else {
        add_target(*known, std::move(group));
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
