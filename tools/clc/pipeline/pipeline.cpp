#include "pipeline/pipeline.h"

#include "clc/package/publish.h"
#include "compile/compile.h"
#include "compile/job_messages.h"
#include "lookup/artifact_cache.h"
#include "lookup/look_up.h"
#include "output/assemble.h"
#include "output/dump.h"
#include "plan/bare_output.h"

namespace clc {
namespace {

std::vector<CompiledSection> sections_of(const Plan& plan, const JobResults& results) {
  std::vector<CompiledSection> sections;
  for (const JobIndex job : plan.jobs.positions()) {
    if (!results[job].done()) continue;
    for (const auto& [name, bytes] : results[job].artifact->sections) {
      sections.push_back({plan.source_of(job).module, plan.target_of(job).name, name, bytes});
    }
  }
  return sections;
}

}  // namespace

Result<Pipeline> Pipeline::open() {
  Result<std::unique_ptr<CacheAccess>> cache = CacheAccess::open();
  if (!cache) return fail(cache);
  return Pipeline(*std::move(cache));
}

Result<Plan> Pipeline::plan(const CompileArguments& arguments, Sink& sink) {
  Result<Plan> planned = clc::plan(arguments, cache_->memos, sink);
  if (!planned) return planned;
  if (Result<void> checked = check_output_name(*planned); !checked) return fail(checked);
  return planned;
}

Result<JobResults> Pipeline::compile(const Plan& plan, Sink& sink, KeptWorker* worker) {
  // If the look-up finds everything, no process is started.
  ArtifactCache artifacts(plan, cache_->store, cache_->remote, cache_->memos);
  LookedUp found = look_up(plan, artifacts);

  // Each result is compared with what was asked for, and kept at once for the next call: a call that is interrupted has
  // not worked in vain.
  Result<JobResults> results = worker == nullptr ? clc::compile(plan, std::move(found), artifacts, sink)
                                                 : clc::compile(plan, std::move(found), artifacts, sink, *worker);
  if (!results) return results;

  // Logs are most wanted where something went wrong.
  if (Result<void> dumped = dump(plan, *results, sink); !dumped) return fail(dumped);
  return results;
}

Result<PackageInMemory> package_in_memory(const Plan& plan, JobResults& results) {
  Result<Bytes> bytes = encode_package(assemble(plan, results));
  if (!bytes) return fail(bytes);
  PackageInMemory made;
  made.bytes = std::make_shared<const Bytes>(*std::move(bytes));
  Result<Package> package = Package::from_memory(*made.bytes);
  if (!package) return fail(package);
  made.package = std::make_shared<const Package>(*std::move(package));
  return made;
}

Result<CompiledSources> compile_sources(const CompileArguments& arguments, Sink& sink) {
  if (arguments.quiet) sink.be_quiet();
  Result<Pipeline> pipeline = Pipeline::open();
  if (!pipeline) return fail(pipeline);
  const Result<Plan> planned = pipeline->plan(arguments, sink);
  if (!planned) return fail(planned);
  Result<JobResults> results = pipeline->compile(*planned, sink);
  if (!results) return fail(results);

  CompiledSources compiled;
  compiled.code = exit_code_of(*results);
  summarize(*results, false, sink);
  compiled.source_folders = source_folders(*planned);
  compiled.sections = sections_of(*planned, *results);
  if (compiled.code == 0) {
    Result<PackageInMemory> built = package_in_memory(*planned, *results);
    if (!built) return fail(built);
    compiled.built = *std::move(built);
  }
  pipeline->cache().finish(*planned, sink);
  return compiled;
}

}  // namespace clc
