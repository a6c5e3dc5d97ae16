#include "serve/kernel_compiler.h"

#include <filesystem>
#include <utility>

#include "base/try.h"
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

Result<BuiltKernel> built_of(const Compiled& compiled) {
  BuiltKernel built;
  built.facts = CLC_TRY(facts_of(*compiled.results[JobIndex{0}].artifact));
  built.made = CLC_TRY(package_in_memory(*compiled.contents));
  return built;
}

}  // namespace

Result<std::unique_ptr<KernelCompiler>> KernelCompiler::make(const CompileArguments& arguments) {
  Pipeline pipeline = CLC_TRY(Pipeline::open());
  return std::unique_ptr<KernelCompiler>(new KernelCompiler(arguments, std::move(pipeline)));
}

Result<void> KernelCompiler::check() {
  SilentSink silent;
  CLC_TRY(pipeline_.plan(arguments_, silent));
  return {};
}

Result<CompiledKernel> KernelCompiler::compile(const std::string& file, const std::string& target,
                                               std::vector<GivenFile> given) {
  CompileArguments arguments = arguments_;
  arguments.files = {file};
  arguments.targets = {target};
  arguments.given = std::move(given);
  SilentSink silent;
  const Compiled compiled = CLC_TRY(pipeline_.compile(arguments, silent, &worker_));

  constexpr JobIndex k_only{0};
  const Plan& plan = compiled.plan;
  const JobResult& result = compiled.results[k_only];
  CompiledKernel kernel;
  kernel.source_sha256 = plan.source_of(k_only).sha256;
  kernel.is_from_cache = result.is_from_cache;
  kernel.failure = failure_text(plan, k_only, result);
  kernel.diagnostics = job_diagnostics(plan, k_only, result);
  if (result.artifact) add_inputs(plan, *result.artifact, kernel);
  if (!result.done()) return kernel;
  Result<BuiltKernel> built = built_of(compiled);
  if (built) {
    kernel.built = *std::move(built);
  } else {
    kernel.failure = built.error().message;
  }
  return kernel;
}

}  // namespace clc
