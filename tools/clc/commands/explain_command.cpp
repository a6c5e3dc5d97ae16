// clc explain: what of a compilation the cache has, and why it has not the rest.
#include <algorithm>
#include <filesystem>

#include "base/json_writer.h"
#include "base/printable.h"
#include "base/text.h"
#include "base/try.h"
#include "commands/commands.h"
#include "lookup/explain.h"
#include "pipeline/pipeline.h"
#include "plan/output_options.h"
#include "protocol/protocol.h"
#include "support/command_line.h"
#include "support/standard_streams.h"
#include "toolchain/ask_worker.h"

namespace clc {
namespace {

// True for the sources themselves.
bool is_named(const SourceFile& source, const std::string& file) {
  return source.spelled == file || std::ranges::find(source.others, file, &SourceFile::spelled) != source.others.end();
}

std::string as_text(const Plan& plan, const IndexedVector<JobIndex, Explanation>& all, bool show_key, bool has_color) {
  std::string text;
  for (const Explanation& explanation : all) {
    text +=
        printable(plan.source_of(explanation.job).module + " for " + plan.target_of(explanation.job).name) + ": " +
        (explanation.is_hit ? painted(Tone::k_good, "hit", has_color) : painted(Tone::k_warning, "miss", has_color)) +
        "\n";
    for (const Reason& reason : explanation.reasons) {
      std::string change = reason.change;
      change.resize(10, ' ');
      std::string values;
      if (!reason.before.empty() && !reason.now.empty()) values = ": " + reason.before + " -> " + reason.now;
      if (reason.before.empty() != reason.now.empty()) values = ": " + reason.before + reason.now;
      text += "  " + change + printable(reason.subject + values) + "\n";
    }
    for (const std::string& file : explanation.reads) {
      if (!is_named(plan.source_of(explanation.job), file)) text += "  read      " + printable(file) + "\n";
    }
    for (const cache::Key& key : show_key ? explanation.keys : std::vector<cache::Key>()) {
      text += "  key " + key.hex() + "\n";
      const std::string lines = key.text();
      for (const std::string_view line : lines_of(lines)) text += "    " + printable(line) + "\n";
    }
  }
  return text;
}

std::string as_json(const Plan& plan, const IndexedVector<JobIndex, Explanation>& all, bool show_key) {
  JsonWriter json(2);
  json.begin_object().key("jobs").objects(all, [&](const Explanation& explanation) {
    json.put("module", plan.source_of(explanation.job).module, "target", plan.target_of(explanation.job).name);
    json.put("hit", explanation.is_hit);
    json.key("reasons").objects(explanation.reasons, [&](const Reason& reason) {
      json.put("change", reason.change, "subject", reason.subject, "before", reason.before, "now", reason.now);
    });
    json.key("reads").values(explanation.reads);
    if (!show_key) return;
    json.key("keys").objects(explanation.keys,
                             [&](const cache::Key& key) { json.put("key", key.hex(), "text", key.text()); });
  });
  return json.end_object().text() + "\n";
}

struct ExplainOptions {
  CompileOptions compile;
  bool show_key = false, show_inclusions = false, is_json = false;
};

Result<bool> parse(const std::vector<std::string>& words, ExplainOptions& options) {
  CompileArguments& arguments = options.compile.arguments;
  const CommandLine line(
      "Says which jobs of this compilation are in the cache, and what changed for the others.\n"
      "Takes the arguments of clc compile; compiles nothing and writes no files.",
      "clc explain");
  line.flag("--show-key", options.show_key, "also show the cache keys, a line for each part");
  line.flag("--inclusions", options.show_inclusions,
            "only show, as JSON, which files the source asks for under the macros of a driver: target");
  line.add("FILE", arguments.files, k_source_files_help);
  add_target_option(line, arguments.targets, k_compile_target_help);
  add_output_options(line, options.compile);
  add_format_option(line, options.is_json);
  add_quiet_option(line, arguments.quiet);
  add_source_options(line, arguments);
  add_job_options(line, arguments);
  add_tool_option(line, options.compile.tools);
  line.footer(
      [] { return compile_footer("Example:\n  clc explain vecadd.cl -t spirv64 -t nvptx:sm_90 --show-key\n"); });
  return parse_compile_line(line, words, options.compile);
}

// Prints what the layer asks for of sources that are not plain.
Result<int> show_inclusions(const Plan& plan) {
  const bool is_for_driver = !plan.jobs.empty() && plan.target_of(JobIndex()).driver.has_value();
  if (plan.jobs.size() != 1 || !is_for_driver)
    return fail(ErrorKind::k_usage, "--inclusions takes one file and one driver: target");
  const Bytes request = encode_request(plan.compilations[CompilationIndex()].request);
  return code_after(print(CLC_TRY(ask_worker(Question::k_inclusions, request)) + "\n"));
}

}  // namespace

Result<int> explain_command(const std::vector<std::string>& words, Sink& sink) {
  ExplainOptions options;
  if (!CLC_TRY(parse(words, options))) return 0;
  for (const std::string& file : options.compile.arguments.files) {
    std::error_code error;
    if (is_file_form(file) || std::filesystem::exists(file + "/manifest.clc.json", error))
      return fail(ErrorKind::k_usage, file + " is a package, and explain takes the sources that clc compile takes");
  }
  CompileArguments arguments = CLC_TRY(compile_arguments_with_depfile(options.compile));
  // Dumps need further sections of artifacts, which are part of their keys.
  CLC_TRY(add_dumps_of_environment(arguments.outputs));
  Pipeline pipeline = CLC_TRY(Pipeline::open());
  const Plan planned = CLC_TRY(pipeline.plan(arguments, sink));
  if (options.show_inclusions) return show_inclusions(planned);
  CacheAccess& cache = pipeline.cache();
  ArtifactCache artifacts(planned, cache.store, cache.remote, cache.memos);
  const IndexedVector<JobIndex, Explanation> all = explain(planned, artifacts, cache.store);
  const std::string trouble = cache.remote.trouble();
  for (const std::string_view line : lines_of(trouble))
    sink.message(Severity::k_warning, "entries on this server are not known: " + std::string(line));
  const std::string text = options.is_json ? as_json(planned, all, options.show_key)
                                           : as_text(planned, all, options.show_key, sink.has_output_color());
  return code_after(print(text));
}

}  // namespace clc
