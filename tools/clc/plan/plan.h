// The plan of a call, made before any job runs: the files, the targets, a job for each pair, and the compilations that
// the worker is asked for. Arguments and environment are read up to here; later stages take the plan alone.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clc/base/result.h"
#include "clc/package/target.h"
#include "clc/package/tuning.h"
#include "identity/identity.h"
#include "identity/memos.h"
#include "plan/compile_arguments.h"
#include "plan/index.h"
#include "plan/outputs.h"
#include "protocol/protocol.h"
#include "support/sink.h"
#include "toolchain/assembler.h"

namespace clc {

// A module of a package that is linked with sources.
struct SourceLibrary {
  Module module;
  std::map<std::string, Library> symbols;  // by target
  std::map<std::string, Bytes> code;       // by target
};

// A module's source, and the others that are linked with it.
struct SourceFile {
  std::string module;
  std::string spelled;    // "-" for standard input
  std::string path;       // absolute; empty for standard input
  bool is_given = false;  // read here, because it can be read only once: standard input, or a pipe
  std::string text;       // of a given one
  std::string sha256;
  std::vector<BuildOption> options = {};      // of a recorded program or a configuration, before those of the call
  std::vector<std::string> programs = {};     // digests of the programs that this is the source of
  std::vector<std::string> parts = {};        // digests of the programs and libraries that these are linked from
  std::vector<GivenFile> headers = {};        // of a recorded program, which it names by absolute paths
  Tuning tuning = {};                         // of --tune: which configuration this is
  std::string tuning_file = "";               // of --tune
  std::vector<SourceFile> others = {};        // only path, text and their own options are used
  std::vector<GroupSize> group_sizes = {};    // for which drivers finish kernels; of other modules' kernels, too
  std::vector<BuildOption> own_options = {};  // of one of several: for it alone, before those of the job
  std::size_t argument = 0;                   // which of the call's files named it or, after these, of its modules
  std::shared_ptr<const SourceLibrary> library = nullptr;  // of a package, which stands behind all sources
  bool is_il = false;                                      // SPIR-V, which is always given
  std::vector<std::string> sections = {};                  // asked for of its artifacts, beside the plan's

  bool is_linked() const { return !others.empty(); }
  // This one and the others.
  std::vector<const SourceFile*> all() const;
  // The digest in the manifest: the SHA-256 of the source, and of several sources one over theirs.
  std::string digest() const;
};
// The options with which a driver compiles one of a module's sources. Those of the module itself, which come first in
// the job, are the link's.
std::vector<BuildOption> driver_options_of(const SourceFile& one, const SourceFile& module,
                                           const std::vector<BuildOption>& options_of_job);
// The options of a job that hold for all of a module's sources, with those that each has for itself.
std::vector<BuildOption> shared_options(const SourceFile& module, const std::vector<BuildOption>& options_of_job);

struct PlannedTarget {
  Target target;
  std::string name;                                      // canonical
  std::optional<DriverIdentity> driver;                  // of driver: targets
  std::shared_ptr<const Assembler> assembler = nullptr;  // of targets whose machine code it makes
  std::string assembler_arch = "";                       // in its spelling
  AssembledChip chip = {};                               // the worker makes this for it
  Identity identity = {};                                // of that driver or assembler; empty when it cannot be told

  // True when a driver or an assembler makes the binary from what the worker made.
  bool has_final_step() const { return driver.has_value() || assembler != nullptr; }
  // True when its own compiler gets the source, and not what the worker makes of it.
  bool gets_source() const { return driver.has_value() || is_from_source(target); }
  // The target that the worker compiles for.
  const Target& compiled() const { return assembler != nullptr ? chip.input : target; }
};

struct Job {
  SourceIndex source;
  TargetIndex target;
  std::vector<BuildOption> options;
};

// A compilation that the worker is asked for once, however many jobs need it: several kinds of machine code come from
// the same IL.
struct Compilation {
  CompileRequest request;      // its id is the compilation's; not for the jobs' target where an assembler ends them
  std::vector<JobIndex> jobs;  // at least one
};

struct Plan {
  std::string working_folder, worker_program;
  std::string driver_program;  // only when a target needs it
  IndexedVector<SourceIndex, SourceFile> sources;
  IndexedVector<TargetIndex, PlannedTarget> targets;
  IndexedVector<JobIndex, Job> jobs;  // by source, then by target
  IndexedVector<CompilationIndex, Compilation> compilations;
  std::vector<GivenFile> given_includes;  // files of -include that can be read only once
  std::vector<std::string> readable;      // places of a Readable: what sources may see of the disk
  std::vector<std::string> sections;      // what artifacts are asked for beside the binary
  std::int64_t source_date_epoch = 0;
  ToolPaths tools;  // as --tool gave them
  Limits limits;
  Finish finish = Finish::k_launched;
  unsigned processes = 1;  // at a time
  bool keep_going = false, verbose = false;
  Outputs outputs;

  bool wants(std::string_view section) const;
  // All that the artifacts of a job are asked for beside the binary.
  std::vector<std::string> sections_of(const Job& job) const;

  const SourceFile& source_of(const Job& job) const { return sources[job.source]; }
  const PlannedTarget& target_of(const Job& job) const { return targets[job.target]; }
  const SourceFile& source_of(JobIndex job) const { return source_of(jobs[job]); }
  const PlannedTarget& target_of(JobIndex job) const { return target_of(jobs[job]); }
  // One of a compilation's jobs, all of which agree in source and options.
  const Job& first_job(const Compilation& compilation) const { return jobs[compilation.jobs.front()]; }
};

// Reads the sources, understands the targets, finds out which drivers and tools there are.
Result<Plan> plan(const CompileArguments& arguments, Memos& memos, Sink& sink);

// The parts of it that need no tools, but for the name all-available.
Result<IndexedVector<TargetIndex, PlannedTarget>> plan_targets(const std::vector<std::string>& spelled,
                                                               const ToolPaths& tools = {});
Result<IndexedVector<SourceIndex, SourceFile>> plan_sources(const CompileArguments& arguments, Sink& sink);
IndexedVector<JobIndex, Job> plan_jobs(const Plan& plan, const std::vector<BuildOption>& options);
IndexedVector<CompilationIndex, Compilation> plan_compilations(const Plan& plan);

// The file as this run shows it: below the folder as the user spelled it.
std::string spell(const RootedPath& path, const Plan& plan, const Job& job);

}  // namespace clc
