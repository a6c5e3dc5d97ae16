#include "serve/kernel_compiler.h"

#include <filesystem>
#include <utility>

#include "compile/job_messages.h"
#include "plan/shown_diagnostics.h"
#include "protocol/source_roots.h"
#include "serve/silent_sink.h"

namespace clc {
namespace {

// Adds the inputs as in dependency files: the files that were read, and the folders where a header may appear.
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
  Result<PackageInMemory> made = package_in_memory(plan, results);
  if (!made) return fail(made);
  built.made = *std::move(made);
  return built;
}

}  // namespace

Result<std::unique_ptr<KernelCompiler>> KernelCompiler::make(const CompileArguments& arguments) {
  Result<Pipeline> pipeline = Pipeline::open();
  if (!pipeline) return fail(pipeline);
  return std::unique_ptr<KernelCompiler>(new KernelCompiler(arguments, *std::move(pipeline)));
}

Result<void> KernelCompiler::check() {
  SilentSink silent;
  const Result<Plan> planned = pipeline_.plan(arguments_, silent);
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
  const Result<Plan> planned = pipeline_.plan(arguments, silent);
  if (!planned) return fail(planned);
  Result<JobResults> results = pipeline_.compile(*planned, silent, &worker_);
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
