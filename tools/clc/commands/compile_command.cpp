// clc compile: every stage in order.
#include <chrono>

#include "base/try.h"
#include "clc/base/file.h"
#include "commands/commands.h"
#include "commands/compile_line.h"
#include "compile/job_messages.h"
#include "compile/read_inputs.h"
#include "insight/pages/build_page.h"
#include "lookup/job_costs.h"
#include "lookup/source_folders.h"
#include "output/compile_commands.h"
#include "output/depfile.h"
#include "output/job_list.h"
#include "output/publish_outputs.h"
#include "output/time_trace.h"
#include "pipeline/pipeline.h"
#include "plan/output_options.h"
#include "support/standard_streams.h"

namespace clc {
namespace {

// The package that the one that is made is to be an add-on of; empty when none was named.
Result<Manifest> read_base(const std::string& path) {
  if (path.empty()) return Manifest();
  return CLC_TRY(in_context("--add-on-of", Package::open(path))).manifest();
}

Result<int> compile_and_publish(const CompileArguments& arguments, Sink& sink) {
  const auto begin = std::chrono::steady_clock::now();
  const Manifest base = CLC_TRY(read_base(arguments.outputs.add_on_of));
  const std::string& trace_file = arguments.outputs.time_trace;

  // The cache is what earlier calls left on this machine, and what others left on servers.
  Pipeline pipeline = CLC_TRY(Pipeline::open());
  Compiled compiled = CLC_TRY(pipeline.compile(arguments, sink));
  const std::string trace = trace_file.empty() ? "" : time_trace(compiled.plan, compiled.results, begin);
  const auto& [plan, results, code, contents] = compiled;

  if (contents) {
    CLC_TRY(publish_outputs(base, plan, results, *compiled.contents, sink));
    remember_source_folders(pipeline.cache().store, plan);
    if (code == 0) sink.success(success_text(plan, results, std::chrono::steady_clock::now() - begin));
  }
  summarize(results, contents.has_value(), sink);

  // Servers are waited for only here, at the end, and not for long.
  pipeline.cache().finish(plan, sink);
  // Where these cannot be written, what was compiled is there nevertheless. Editors want the commands all the more
  // where a source does not compile.
  if (!arguments.outputs.commands.empty())
    CLC_TRY(write_file_atomically(arguments.outputs.commands, compile_commands(arguments), Unchanged::k_keep));
  if (!trace_file.empty())
    CLC_TRY(write_file_atomically(trace_file, trace_file.ends_with(".html") ? build_page(trace) : trace));
  return code;
}

// Prints what the call would do, or what its sources read. Nothing is compiled.
Result<int> read_and_print(const CompileOptions& options, const CompileArguments& arguments, Sink& sink) {
  Pipeline pipeline = CLC_TRY(Pipeline::open());
  const Plan plan = CLC_TRY(pipeline.plan(arguments, sink));
  const JobResults read = CLC_TRY(read_inputs(plan, sink));
  summarize(read, false, sink);
  if (const int code = exit_code_of(read); code != 0) return code;
  if (const std::optional<Depfile>& rules = arguments.outputs.depfile) {
    if (!rules->path.empty()) return code_after(write_depfile(*rules, plan, read));
    const std::string text = CLC_TRY(make_rules(*rules, plan, read));
    return code_after(print(text));
  }
  JobCosts costs(plan.jobs.size());
  for (const JobIndex job : plan.jobs.positions()) costs[job] = remembered_cost(pipeline.cache().store, plan, job);
  return code_after(print(CLC_TRY(list_jobs(options, arguments, plan, read, costs))));
}

}  // namespace

Result<int> compile_command(const std::vector<std::string>& words, Sink& sink) {
  CompileOptions options;
  std::string plan;  // empty, or "json"
  if (!CLC_TRY(read_compile_line(words, options, plan))) return 0;
  CompileArguments arguments = CLC_TRY(compile_arguments_with_depfile(options));
  const bool only_reads = !plan.empty() || options.depfile.is_all;
  if (!plan.empty()) CLC_TRY(check_can_be_listed(options));
  if (!only_reads) CLC_TRY(add_dumps_of_environment(arguments.outputs));
  CLC_TRY(complete_outputs(arguments.outputs, options.depfile));
  if (arguments.quiet) sink.be_quiet();
  if (only_reads) return read_and_print(options, arguments, sink);
  return compile_and_publish(arguments, sink);
}

}  // namespace clc
