// The road of `clc report FILE.cl`: that of `clc compile`, up to a package in memory.
#include "clc/package/publish.h"
#include "commands/command.h"
#include "compile/compile.h"
#include "compile/job_messages.h"
#include "lookup/artifact_cache.h"
#include "lookup/cache_access.h"
#include "lookup/look_up.h"
#include "output/assemble.h"
#include "plan/compile_arguments.h"
#include "plan/plan.h"

namespace clc {

Result<CompiledSources> compile_sources(const std::vector<std::string>& words, Sink& sink) {
  const Result<CompileArguments> arguments = parse_report_arguments(words);
  if (!arguments) return fail(arguments);
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
  if (compiled.code == 0) {
    Result<Bytes> package = encode_package(assemble(*planned, *results));
    if (!package) return fail(package);
    compiled.package = *std::move(package);
  }
  access.finish(*planned, sink);
  return compiled;
}

}  // namespace clc
