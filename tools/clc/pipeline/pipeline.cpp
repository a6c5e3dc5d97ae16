#include "pipeline/pipeline.h"

#include <algorithm>
#include <utility>

#include "base/environment_variable.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/cache/execution_server.h"
#include "clc/package/publish.h"
#include "compile/compile.h"
#include "compile/job_messages.h"
#include "lookup/artifact_cache.h"
#include "lookup/look_up.h"
#include "output/assemble.h"
#include "output/dump.h"
#include "plan/bare_output.h"
#include "plan/output_places.h"
#include "protocol/analysis.h"

namespace clc {
namespace {

bool is_package_wanted(const Plan& plan, const JobResults& results, int code) {
  const bool has_any = std::ranges::any_of(results, [](const JobResult& r) { return r.done(); });
  return has_any && (code == 0 || plan.keep_going);
}

std::vector<std::string> kernels_of(const JobResults& results) {
  std::vector<std::string> names;
  for (const JobResult& result : results) {
    if (!result.done()) continue;
    for (const KernelInterface& kernel : result.artifact->interface.kernels) names.push_back(kernel.name);
  }
  return names;
}

// Refuses a --launch of a kernel that no module has.
Result<void> check_launches(const std::vector<GroupSize>& launches, const JobResults& results) {
  for (const GroupSize& launch : launches) {
    const auto has_it = [&](const JobResult& result) {
      const std::vector<KernelInterface>& kernels = result.artifact->interface.kernels;
      return std::ranges::any_of(kernels, [&](const KernelInterface& kernel) { return kernel.name == launch.kernel; });
    };
    if (std::ranges::any_of(results, [&](const JobResult& r) { return r.done() && has_it(r); })) continue;
    return fail(ErrorKind::k_usage, "--launch " + launch.text() + ": no module has a kernel of this name" +
                                        suggestion(launch.kernel, kernels_of(results)));
  }
  return {};
}

// The bits of an integer argument, and whether it has a sign; 0 bits for others.
std::pair<unsigned, bool> integer_of(const Argument& argument) {
  static const std::map<std::string_view, std::pair<unsigned, bool>> k_types = {
      {"char", {8, true}},     {"uchar", {8, false}},  {"short", {16, true}},
      {"ushort", {16, false}}, {"int", {32, true}},    {"uint", {32, false}},
      {"long", {64, true}},    {"ulong", {64, false}}, {"bool", {8, false}}};
  const auto found = k_types.find(argument.plain_type());
  return argument.kind == ArgumentKind::k_value && found != k_types.end() ? found->second : std::pair(0U, false);
}

// Why no kernel takes this value; empty: one does.
std::string refusal(const std::string& name, std::int64_t value, const std::vector<const Argument*>& arguments) {
  std::vector<std::string> known;
  std::string wrong;
  for (const Argument* argument : arguments) {
    known.push_back(argument->name);
    if (argument->name != name) continue;
    const auto [bits, is_signed] = integer_of(*argument);
    const unsigned shown = bits - (is_signed ? 1 : 0);  // bits of the value itself
    const bool fits = bits != 0 && (value >= 0 || is_signed) &&
                      (shown >= 63 || (value < std::int64_t{1} << shown && value >= -(std::int64_t{1} << shown)));
    if (fits) return {};
    wrong = bits == 0 ? "is no integer argument: its type is " + argument->type
                      : "does not fit its type, " + argument->type;
  }
  return wrong.empty() ? "no kernel has an argument of this name" + suggestion(name, known) : wrong;
}

// Refuses an --arg that no kernel has.
Result<void> check_arguments(const std::vector<std::string>& sections, const JobResults& results) {
  std::vector<const Argument*> known;
  for (const JobResult& result : results) {
    if (!result.done()) continue;
    for (const KernelInterface& kernel : result.artifact->interface.kernels)
      for (const Argument& argument : kernel.arguments) known.push_back(&argument);
  }
  for (const std::string& section : sections) {
    const std::optional<AnalysisRequest> request = analysis_request(section);
    for (const auto& [name, value] : request ? request->arguments : std::map<std::string, std::int64_t>()) {
      const bool is_number = name.find_first_not_of("0123456789") == std::string::npos;
      const std::string wrong = is_number ? "" : refusal(name, value, known);
      if (!wrong.empty()) return fail(ErrorKind::k_usage, "--arg " + name + ": " + wrong);
    }
  }
  return {};
}

std::vector<CompiledSection> sections_of(const Compiled& compiled) {
  const Plan& plan = compiled.plan;
  std::vector<CompiledSection> sections;
  for (const JobIndex job : plan.jobs.positions()) {
    const JobResult& result = compiled.results[job];
    if (!result.done()) continue;
    for (const auto& [name, bytes] : result.artifact->sections)
      sections.push_back({plan.source_of(job).module, plan.target_of(job).name, name, bytes});
  }
  return sections;
}

}  // namespace

Result<Pipeline> Pipeline::open() {
  const std::string server = environment_variable("CLC_REMOTE_EXECUTION");
  if (!server.empty()) CLC_TRY(cache::execution_server_name(server));
  std::unique_ptr<CacheAccess> cache = CLC_TRY(CacheAccess::open());
  return Pipeline(std::move(cache));
}

Result<Plan> Pipeline::plan(const CompileArguments& arguments, Sink& sink) {
  cache_->warn_of_others(sink);
  Result<Plan> planned = clc::plan(arguments, cache_->memos, sink);
  if (!planned) return planned;
  CLC_TRY(check_output_name(*planned));
  CLC_TRY(check_output_places(*planned));
  return planned;
}

Result<Compiled> Pipeline::compile(const CompileArguments& arguments, Sink& sink, KeptWorker* worker) {
  Plan planned = CLC_TRY(plan(arguments, sink));

  // If the look-up finds everything, no process is started.
  ArtifactCache artifacts(planned, cache_->store, cache_->remote, cache_->memos);
  LookedUp found = look_up(planned, artifacts);

  // Each result is compared with what was asked for, and kept at once for the next call: a call that is interrupted has
  // not worked in vain.
  KeptWorker own;
  JobResults results =
      CLC_TRY(clc::compile(planned, std::move(found), artifacts, sink, worker == nullptr ? own : *worker));

  // Logs are most wanted where something went wrong.
  CLC_TRY(dump(planned, results, sink));

  std::optional<PackageContents> contents;
  const int code = exit_code_of(results, planned.keep_going);
  if (code == 0) CLC_TRY(check_launches(arguments.launches, results));
  if (is_package_wanted(planned, results, code)) contents = assemble(planned, results);
  return Compiled{std::move(planned), std::move(results), code, std::move(contents)};
}

Result<PackageInMemory> package_in_memory(const PackageContents& contents) {
  Bytes bytes = CLC_TRY(encode_package(contents));
  PackageInMemory made;
  made.bytes = std::make_shared<const Bytes>(std::move(bytes));
  Package package = CLC_TRY(Package::from_memory(*made.bytes));
  made.package = std::make_shared<const Package>(std::move(package));
  return made;
}

Result<CompiledSources> compile_sources(const CompileArguments& arguments, Sink& sink) {
  if (arguments.quiet) sink.be_quiet();
  Pipeline pipeline = CLC_TRY(Pipeline::open());
  const Compiled compiled = CLC_TRY(pipeline.compile(arguments, sink));
  summarize(compiled.results, false, sink);

  if (compiled.code == 0) CLC_TRY(check_arguments(arguments.sections, compiled.results));
  CompiledSources sources;
  sources.code = compiled.code;
  sources.source_folders = source_folders(compiled.plan);
  sources.sections = sections_of(compiled);
  if (compiled.code == 0) {
    sources.built = CLC_TRY(package_in_memory(*compiled.contents));
  }
  pipeline.cache().finish(compiled.plan, sink);
  return sources;
}

}  // namespace clc
