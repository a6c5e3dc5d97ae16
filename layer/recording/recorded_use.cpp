#include "recording/recorded_use.h"

#include <algorithm>

namespace clc {
namespace {

using ProgramLinks = std::map<std::string, const RecordedBuild*>;  // successful ones, by digest

bool makes_library(const RecordedBuild& link) {
  return link.link_options.find("-create-library") != std::string::npos;
}

RecordedUse use_of(const RecordedProgram& program, const RecordedUses& uses) {
  const auto found = uses.programs.find(program.digest);
  return found == uses.programs.end() ? RecordedUse() : found->second;
}

ProgramLinks links_of(const Recording& recording) {
  ProgramLinks links;
  for (const RecordedRun& run : recording.runs) {
    for (const RecordedBuild& build : run.builds) {
      if (build.step == BuildStep::k_link && build.status == 0) links.emplace(build.digest, &build);
    }
  }
  return links;
}

// Adds the compiled programs that the inputs of a link come down to. A recording that somebody wrote by hand may have
// links that are their own inputs.
void add_inputs(const RecordedBuild& link, const ProgramLinks& links, RecordedSet& set) {
  for (const std::string& input : link.inputs) {
    const auto library = links.find(input);
    if (library != links.end() && library->second != &link) {
      if (set.libraries.insert(input).second) add_inputs(*library->second, links, set);
    } else if (std::ranges::find(set.programs, input) == set.programs.end()) {
      set.programs.push_back(input);
    }
  }
}

void add_links(const ProgramLinks& links, RecordedUses& uses) {
  for (const auto& [digest, link] : links) {
    if (makes_library(*link)) continue;
    RecordedSet set{digest, {}, {}, link->link_options, link->kernels};
    add_inputs(*link, links, set);
    if (set.programs.size() == 1) {
      uses.programs[set.programs.front()].linked_alone.insert(digest);
      continue;
    }
    for (const std::string& program : set.programs) uses.programs[program].is_linked_with_others = true;
    uses.sets.push_back(std::move(set));
  }
}

}  // namespace

RecordedUses uses_of(const Recording& recording) {
  RecordedUses uses;
  for (const RecordedRun& run : recording.runs) {
    for (const RecordedBuild& build : run.builds) {
      if (build.step == BuildStep::k_link) continue;
      RecordedUse& use = uses.programs[build.digest];
      const bool is_good = build.status == 0;
      use.is_built = use.is_built || (is_good && build.step == BuildStep::k_build);
      use.is_compiled = use.is_compiled || (is_good && build.step == BuildStep::k_compile);
      use.has_failed = use.has_failed || (!is_good && build.served != "refused");
    }
  }
  add_links(links_of(recording), uses);
  return uses;
}

std::string reason_to_skip(const RecordedProgram& program, const RecordedUses& uses) {
  const RecordedUse use = use_of(program, uses);
  const bool has_succeeded = use.is_built || use.is_compiled;
  if (use.has_failed && !has_succeeded) return "did not compile when it was recorded";
  if (use.is_compiled && !use.is_built && use.linked_alone.empty()) return "was compiled and never linked";
  return {};
}

bool is_only_part(const RecordedProgram& program, const RecordedUses& uses) {
  const RecordedUse use = use_of(program, uses);
  return use.is_linked_with_others && !use.is_built && use.linked_alone.empty();
}

std::vector<std::string> programs_answered_by(const RecordedProgram& program, const RecordedUses& uses) {
  std::vector<std::string> digests = {program.digest};
  const RecordedUse use = use_of(program, uses);
  digests.insert(digests.end(), use.linked_alone.begin(), use.linked_alone.end());
  return digests;
}

std::set<std::string> programs_answered(const Recording& recording, const RecordedUses& uses) {
  std::set<std::string> held, answered;
  for (const RecordedProgram& program : recording.programs) {
    held.insert(program.digest);
    if (!is_only_part(program, uses) && !reason_to_skip(program, uses).empty()) continue;
    for (const std::string& digest : programs_answered_by(program, uses)) answered.insert(digest);
  }
  for (const RecordedSet& set : uses.sets) {
    const auto is_held = [&](const std::string& digest) { return held.contains(digest); };
    if (std::ranges::all_of(set.programs, is_held)) answered.insert(set.digest);
  }
  return answered;
}

}  // namespace clc
