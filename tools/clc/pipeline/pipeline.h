// The road from sources to a package, the same for every command that compiles. It writes nothing but dumps and what
// the cache keeps.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clc/package/package.h"
#include "compile/kept_worker.h"
#include "lookup/cache_access.h"
#include "lookup/source_folders.h"
#include "plan/compile_arguments.h"
#include "plan/job_result.h"
#include "plan/plan.h"
#include "support/sink.h"

namespace clc {

// The end of the road: the package's contents, and the plan and the results that they were made of.
struct Compiled {
  Plan plan;
  JobResults results;
  int code = 0;  // as clc compile ends
  // Nothing where jobs failed, unless the others make a package all the same: --keep-going.
  std::optional<PackageContents> contents;
};

class Pipeline {
 public:
  // Looks for the cache as the environment says. Nothing is read or made yet.
  static Result<Pipeline> open();

  // Finds out which files, targets and jobs are meant. Missing files, unknown targets and absent drivers end here.
  Result<Plan> plan(const CompileArguments& arguments, Sink& sink);

  // Walks the whole road: takes from the cache what was compiled before from the same by the same compilers, and
  // compiles the rest, each job in a process of its own. Diagnostics and failures are shown as they come. `worker`: one
  // that stays for the next call.
  Result<Compiled> compile(const CompileArguments& arguments, Sink& sink, KeptWorker* worker = nullptr);

  CacheAccess& cache() { return *cache_; }

 private:
  explicit Pipeline(std::unique_ptr<CacheAccess> cache) : cache_(std::move(cache)) {}

  std::unique_ptr<CacheAccess> cache_;
};

// A package that no file holds.
struct PackageInMemory {
  std::shared_ptr<const Bytes> bytes;  // of its one-file form; `package` reads them
  std::shared_ptr<const Package> package;
};
Result<PackageInMemory> package_in_memory(const PackageContents& contents);

// A section of an artifact that was asked for.
struct CompiledSection {
  std::string module, target, name;
  Bytes bytes;
};

struct CompiledSources {
  int code = 0;           // as clc compile would end
  PackageInMemory built;  // where the code is 0
  std::vector<CompiledSection> sections;
  // The folders of the files that debug information names, by module.
  std::map<std::string, SourceFolders> source_folders;
};
// One call of Pipeline::compile, for commands that look at what was made and write no package.
Result<CompiledSources> compile_sources(const CompileArguments& arguments, Sink& sink);

}  // namespace clc
