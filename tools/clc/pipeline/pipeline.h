// The road from sources to a package, the same for every command that compiles. It writes nothing but dumps and what
// the cache keeps.
#pragma once

#include <memory>
#include <optional>

#include "compile/kept_worker.h"
#include "lookup/cache_access.h"
#include "pipeline/compiled_sources.h"
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

}  // namespace clc
