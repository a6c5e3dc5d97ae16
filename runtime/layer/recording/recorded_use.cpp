#include "recording/recorded_use.h"

namespace clc {

namespace {

bool makes_library(const RecordedBuild& link) {
  return link.link_options.find("-create-library") != std::string::npos;
}

RecordedUse use_of(const RecordedProgram& program, const RecordedUses& uses) {
  const auto found = uses.find(program.digest);
  return found == uses.end() ? RecordedUse() : found->second;
}

}  // namespace

RecordedUses uses_of(const Recording& recording) {
  RecordedUses uses;
  for (const RecordedRun& run : recording.runs) {
    for (const RecordedBuild& build : run.builds) {
      if (build.step == BuildStep::k_link) {
        const bool is_alone = build.inputs.size() == 1 && !makes_library(build);
        if (is_alone) uses[build.inputs.front()].linked_alone.insert(build.digest);
        continue;
      }
      RecordedUse& use = uses[build.digest];
      const bool is_good = build.status == 0;
      use.is_built = use.is_built || (is_good && build.step == BuildStep::k_build);
      use.is_compiled = use.is_compiled || (is_good && build.step == BuildStep::k_compile);
      use.has_failed = use.has_failed || (!is_good && build.served != "refused");
    }
  }
  return uses;
}

std::string reason_to_skip(const RecordedProgram& program, const RecordedUses& uses) {
  if (program.is_il) return "came as SPIR-V, which the drivers take as it is";
  const RecordedUse use = use_of(program, uses);
  const bool has_succeeded = use.is_built || use.is_compiled;
  if (use.has_failed && !has_succeeded) return "did not compile when it was recorded";
  if (use.is_compiled && !use.is_built && use.linked_alone.empty()) {
    return "was linked with others, which is left to the driver";
  }
  return {};
}

std::vector<std::string> programs_answered_by(const RecordedProgram& program, const RecordedUses& uses) {
  std::vector<std::string> digests = {program.digest};
  const RecordedUse use = use_of(program, uses);
  digests.insert(digests.end(), use.linked_alone.begin(), use.linked_alone.end());
  return digests;
}

}  // namespace clc
