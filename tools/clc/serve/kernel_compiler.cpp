#include "serve/kernel_compiler.h"

#include <filesystem>
#include <utility>

#include "clc/package/publish.h"
#include "compile/compile.h"
#include "compile/job_messages.h"
#include "lookup/artifact_cache.h"
#include "lookup/look_up.h"
#include "output/assemble.h"
#include "plan/plan.h"
#include "plan/shown_diagnostics.h"
#include "protocol/source_roots.h"
#include "serve/silent_sink.h"

namespace clc {
namespace {

// As in dependency files: what was read, and where a header may appear.
void add_inputs(const Plan& plan, const Artifact& artifact, CompiledKernel& compiled) {
  const Job& job = plan.jobs[JobIndex{0}];
  for (const Input& input : artifact.inputs) {
    if (input.path.root == RootedPath::k_working_folder && input.path.name == ".") continue;
    const std::string path = normal_path(std::filesystem::absolute(spell(input.path, plan, job)).string());
    (input.kind == InputKind::k_file ? compiled.files : compiled.folders).insert(path);
  }
}

Result<std::vector<KernelFacts>> facts_of(const Artifact& artifact) {
  for (const auto& [name, bytes] : artifact.sections) {
    if (analysis_request(name)) return decode_analysis(bytes);
  }
  return std::vector<KernelFacts>();
}

Result<BuiltKernel> built_of(const Plan& plan, JobResults& results) {
  BuiltKernel built;
  Result<std::vector<KernelFacts>> facts = facts_of(*results[JobIndex{0}].artifact);
  if (!facts) return fail(facts);
  built.facts = *std::move(facts);
  Result<Bytes> bytes = encode_package(assemble(plan, results));
  if (!bytes) return fail(bytes);
  built.bytes = std::make_shared<const Bytes>(*std::move(bytes));
  Result<Package> package = Package::from_memory(*built.bytes);
  if (!package) return fail(package);
  built.package = std::make_shared<const Package>(*std::move(package));
  return built;
}

}  // namespace

Result<std::unique_ptr<KernelCompiler>> KernelCompiler::make(const CompileArguments& arguments) {
  Result<std::unique_ptr<CacheAccess>> cache = CacheAccess::open();
  if (!cache) return fail(cache);
  return std::unique_ptr<KernelCompiler>(new KernelCompiler(arguments, *std::move(cache)));
}

Result<void> KernelCompiler::check() {
  SilentSink silent;
  const Result<Plan> planned = plan(arguments_, cache_->memos, silent);
  if (!planned) return fail(planned);
  return {};
}

Result<CompiledKernel> KernelCompiler::compile(const std::string& file, const std::string& target,
                                               std::vector<GivenFile> given) {
  CompileArguments arguments = arguments_;
  arguments.files = {file};
  arguments.targets = {target};
  arguments.sections = {section_name(AnalysisRequest())};
  arguments.given = std::move(given);
  SilentSink silent;
  const Result<Plan> planned = plan(arguments, cache_->memos, silent);
  if (!planned) return fail(planned);
  ArtifactCache cache(*planned, cache_->store, cache_->remote, cache_->memos);
  Result<JobResults> results = clc::compile(*planned, look_up(*planned, cache), cache, silent, worker_);
  if (!results) return fail(results);

  constexpr JobIndex k_only{0};
  JobResult& result = (*results)[k_only];
  CompiledKernel compiled;
  compiled.source_sha256 = planned->source_of(k_only).sha256;
  compiled.is_from_cache = result.is_from_cache;
  compiled.failure = failure_text(*planned, k_only, result);
  compiled.diagnostics = job_diagnostics(*planned, k_only, result);
  if (result.artifact) add_inputs(*planned, *result.artifact, compiled);
  if (!result.done()) return compiled;
  Result<BuiltKernel> built = built_of(*planned, *results);
  if (built) {
    compiled.built = *std::move(built);
  } else {
    compiled.failure = built.error().message;
  }
  return compiled;
}

}  // namespace clc
