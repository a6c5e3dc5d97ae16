// The road of `clc report FILE.cl`: that of `clc compile`, up to a package in memory.
#include "clc/package/publish.h"
#include "commands/command.h"
#include "compile/compile.h"
#include "compile/job_messages.h"
#include "lookup/artifact_cache.h"
#include "lookup/cache_access.h"
#include "lookup/look_up.h"
#include "lookup/source_folders.h"
#include "output/assemble.h"
#include "plan/compile_arguments.h"
#include "plan/plan.h"

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

Result<CompiledSources> compile_sources(const std::vector<std::string>& words, const std::vector<std::string>& sections,
                                        Sink& sink) {
  Result<CompileArguments> arguments = parse_report_arguments(words);
  if (!arguments) return fail(arguments);
  arguments->sections = sections;
  const Result<std::unique_ptr<CacheAccess>> opened = CacheAccess::open();
  if (!opened) return fail(opened);
  CacheAccess& access = **opened;

  const Result<Plan> planned = plan(*arguments, access.memos, sink);
  if (!planned) return fail(planned);
  ArtifactCache cache(*planned, access.store, access.remote, access.memos);
  Result<JobResults> results = compile(*planned, look_up(*planned, cache), cache, sink);
  if (!results) return fail(results);

  CompiledSources compiled;
  compiled.code = exit_code_of(*results);
  compiled.tools = arguments->tools;
  summarize(*results, false, sink);
  compiled.source_folders = source_folders(*planned);
  compiled.sections = sections_of(*planned, *results);
  if (compiled.code == 0) {
    Result<Bytes> package = encode_package(assemble(*planned, *results));
    if (!package) return fail(package);
    compiled.package = *std::move(package);
  }
  access.finish(*planned, sink);
  return compiled;
}

}  // namespace clc
