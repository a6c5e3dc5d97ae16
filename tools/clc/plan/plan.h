// What a call will do, decided before any job runs: the files, the targets, and a job for each pair.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "toolchain/assembler.h"
#include "clc/package/result.h"
#include "clc/package/target.h"
#include "plan/compile_arguments.h"
#include "identity/identity.h"
#include "protocol/protocol.h"
#include "support/sink.h"

namespace clc {

struct SourceFile {
  std::string module;
  std::string spelled;  // "-" for standard input
  std::string path;     // absolute; empty for standard input
  std::string text;     // of standard input only
  std::string sha256;
};

struct PlannedTarget {
  Target target;
  std::string name;                                      // canonical
  std::optional<DriverIdentity> driver;                  // of driver: targets
  std::shared_ptr<const Assembler> assembler = nullptr;  // of targets that derive from another
  std::string assembler_arch = "";                       // in its spelling
  Identity identity = {};                                // of that driver or tool; empty when it cannot be told
};

struct Job {
  std::size_t source = 0;
  std::size_t target = 0;
  std::vector<BuildOption> options;
};

struct Plan {
  std::string working_folder;
  std::string worker_program;
  std::string driver_program;  // only when a target needs it
  std::vector<SourceFile> sources;
  std::vector<PlannedTarget> targets;
  std::vector<Job> jobs;  // by source, then by target
  std::vector<std::string> sections;  // what artifacts are asked for beside the binary

  bool wants(std::string_view section) const;

  const SourceFile& source_of(const Job& job) const { return sources[job.source]; }
  const PlannedTarget& target_of(const Job& job) const { return targets[job.target]; }
};

// Reads the sources, understands the targets, finds out which drivers and tools there are.
Result<Plan> plan(const CompileArguments& arguments, Identities& identities, Sink& sink);

// The parts of it that need no tools, but for the name all-available.
Result<std::vector<PlannedTarget>> plan_targets(const std::vector<std::string>& spelled, const ToolPaths& tools = {});
Result<std::vector<SourceFile>> plan_sources(const CompileArguments& arguments);
std::vector<Job> plan_jobs(const std::vector<SourceFile>& sources, const std::vector<PlannedTarget>& targets,
                           const std::vector<BuildOption>& options);

// The file as this run shows it: below the folder as the user spelled it.
std::string spell(const RootedPath& path, const Plan& plan, const Job& job);

}  // namespace clc
