// The road of `clc report FILE.cl`: that of `clc compile`, up to a package in memory.
#include "clc/cache/remote.h"
#include "clc/cache/store.h"
#include "clc/package/publish.h"
#include "commands/command.h"
#include "compile/compile.h"
#include "compile/job_messages.h"
#include "identity/memos.h"
#include "lookup/artifact_cache.h"
#include "lookup/look_up.h"
#include "output/assemble.h"
#include "plan/compile_arguments.h"
#include "plan/plan.h"

namespace clc {

Result<CompiledSources> compile_sources(const std::vector<std::string>& words, Sink& sink) {
  const Result<CompileArguments> arguments = parse_report_arguments(words);
  if (!arguments) return fail(arguments);
  Result<cache::Settings> settings = cache::settings_from_environment();
  if (!settings) return fail(settings);
  cache::Store store(*std::move(settings));
  Result<cache::Remote> remote = open_remote(store);
  if (!remote) return fail(remote);
  Memos memos(store);

  const Result<Plan> planned = plan(*arguments, memos, sink);
  if (!planned) return fail(planned);
  ArtifactCache cache(*planned, store, *remote, memos);
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
  remote->flush();
  if (planned->verbose) show_cache_problems(store, *remote, sink);
  return compiled;
}

}  // namespace clc
