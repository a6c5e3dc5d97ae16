// clc diff: compares the kernels of two packages, or of two sources.
#include <algorithm>
#include <filesystem>

#include "clc/package/package.h"
#include "commands/command.h"
#include "commands/selection_options.h"
#include "commands/source_words.h"
#include "report/analysis_options.h"
#include "report/diff.h"
#include "report/diff_accesses.h"
#include "report/diff_code.h"
#include "report/instruction_mix.h"
#include "support/command_line.h"
#include "support/environment_help.h"
#include "support/standard_streams.h"

namespace clc {
namespace {

// In a diff a package may lack what was asked for: that is a difference.
std::vector<KernelMetrics> kernels_of(const Package& package, const Selection& selection) {
  return select_kernels(package.manifest(), selection).value_or(std::vector<KernelMetrics>());
}

struct DiffOptions {
  std::string before, after;
  std::vector<std::string> tools;
  Selection selection;
  AnalysisWords analysis;
  bool json = false, exit_code_wanted = false, with_isa = false, count = false;
};

Result<bool> parse(const std::vector<std::string>& arguments, DiffOptions& options) {
  CLI::App app(
      "Shows what differs between the kernels of two packages: registers, spills, memory, code size,\n"
      "occupancy, code, and kernels that were added or removed. Two files that end in .cl or .clcpp are compiled "
      "first,\n"
      "for the targets of -t and with the build options of clc compile; then memory accesses, bank conflicts, "
      "branches\n"
      "and barriers are compared, too.",
      "clc diff");
  app.add_option("BEFORE", options.before, "a folder or a .clcpack file; or FILE.cl")->required();
  app.add_option("AFTER", options.after, "the other one; one of two packages may be - for standard input")->required();
  add_selection_options(app, options.selection);
  add_analysis_options(app, options.analysis);
  app.add_flag("--exit-code", options.exit_code_wanted, "exit 6 when a metric got worse or a kernel is gone");
  app.add_flag("--isa", options.with_isa, "show how the disassembly of changed kernels differs");
  app.add_flag("--instructions", options.count,
               "compare how many instructions there are of PTX, SPIR-V, and NVIDIA's and Intel's machine code, too");
  app.add_option("--tool", options.tools, k_tool_option_help)->allow_extra_args(false)->type_name("NAME=PATH");
  add_format_option(app, options.json);
  app.footer(
      "Examples:\n  clc diff released.clcpack kernels --exit-code\n"
      "  clc diff old/blur.cl blur.cl -t nvptx:sm_90 --arg width=4096\n" +
      environment_help({Reads::k_tools}));
  return parse_command_line(app, arguments);
}

// One side of a comparison of sources.
struct ComparedSource {
  int code = 0;  // as clc compile would end
  Bytes package;
  ToolPaths tools;
  std::vector<AnalyzedKernel> accesses;
};

Result<ComparedSource> compile_side(std::vector<std::string> words, const std::string& source,
                                    const DiffOptions& options, Sink& sink) {
  const Result<AnalysisRequest> request = parse_analysis(options.analysis);
  if (!request) return fail(request);
  words.push_back(source);
  Result<CompiledSources> compiled = compile_sources(words, {section_name(*request)}, sink);
  if (!compiled) return fail(compiled);
  ComparedSource side;
  side.code = compiled->code;
  if (side.code != 0) return side;
  side.tools = compiled->tools;
  side.package = std::move(compiled->package);
  // Targets that name no chip have no accesses, and are compared without.
  side.accesses = analyzed_kernels(compiled->sections, options.selection).value_or(std::vector<AnalyzedKernel>());
  return side;
}

Result<int> compare_packages(const Package& before, const Package& after, const ToolPaths& tools,
                             const ComparedSource* old_source, const ComparedSource* new_source,
                             const DiffOptions& options, Sink& sink) {
  std::vector<KernelMetrics> old = kernels_of(before, options.selection), now = kernels_of(after, options.selection);
  if (old.empty() && now.empty()) {
    const std::string what = old_source == nullptr ? "package" : "source";
    return fail(ErrorKind::k_usage, "neither " + what + " has kernels that match");
  }
  int code = 0;
  if (options.count) {
    const Result<int> one = add_instruction_mix(before, tools, sink, old);
    const Result<int> other = add_instruction_mix(after, tools, sink, now);
    if (!one) return fail(one);
    if (!other) return fail(other);
    code = std::max(*one, *other);
  }
  std::vector<KernelChange> changes = compare(old, now, options.selection);
  compare_code(before, after, changes);
  if (old_source != nullptr && new_source != nullptr) {
    compare_accesses(old_source->accesses, new_source->accesses, changes);
  }
  DisassemblyOptions disassembly;
  disassembly.tools = tools;
  if (options.with_isa) code = std::max(code, compare_isa(before, after, disassembly, sink, changes));
  const std::string text = options.json ? diff_json(changes) : diff_text(changes, sink.has_output_color());
  if (Result<void> printed = print(text); !printed) return fail(printed);
  const bool worse = std::any_of(changes.begin(), changes.end(), is_worse);
  return options.exit_code_wanted && worse ? exit_code(ErrorKind::k_gate) : code;
}

// Both files become modules of one name, that of the second.
Result<int> diff_sources(const std::vector<std::string>& words, Sink& sink) {
  SourceWords separated = separate(
      words, {"-k", "--kernel", "--work-group", "--dynamic-local", "--format", "--group", "--arg", "--global-size"},
      {"--exit-code", "--isa", "--instructions"});
  const std::vector<std::string> sources = take_sources(separated.compiled);
  if (sources.size() != 2) return fail(ErrorKind::k_usage, "clc diff takes two sources, or two packages");
  separated.own.insert(separated.own.end(), sources.begin(), sources.end());
  DiffOptions options;
  if (const Result<bool> parsed = parse(separated.own, options); !parsed) return fail(parsed);
  std::vector<std::string>& compiled = separated.compiled;
  const bool is_named =
      std::any_of(compiled.begin(), compiled.end(), [](const std::string& word) { return word.starts_with("--name"); });
  if (!is_named) compiled.push_back("--name=" + std::filesystem::path(sources[1]).stem().string());
  const Result<ComparedSource> before = compile_side(compiled, sources[0], options, sink);
  if (!before) return fail(before);
  if (before->code != 0) return before->code;
  const Result<ComparedSource> after = compile_side(compiled, sources[1], options, sink);
  if (!after) return fail(after);
  if (after->code != 0) return after->code;
  const Result<Package> old_package = Package::from_memory(before->package);
  if (!old_package) return fail(old_package);
  const Result<Package> new_package = Package::from_memory(after->package);
  if (!new_package) return fail(new_package);
  return compare_packages(*old_package, *new_package, after->tools, &*before, &*after, options, sink);
}

}  // namespace

Result<int> diff_command(const std::vector<std::string>& arguments, Sink& sink) {
  if (name_sources(arguments)) return diff_sources(arguments, sink);
  DiffOptions options;
  const Result<bool> parsed = parse(arguments, options);
  if (!parsed) return fail(parsed);
  if (!*parsed) return 0;
  if (options.before == "-" && options.after == "-") {
    return fail(ErrorKind::k_usage, "- (standard input) can be given only once");
  }
  if (options.analysis.are_given()) {
    return fail(ErrorKind::k_usage, "--group, --global-size and --arg are for sources: clc diff BEFORE.cl AFTER.cl");
  }
  const Result<ToolPaths> tools = parse_tool_paths(options.tools);
  if (!tools) return fail(tools);
  const Result<Package> before = Package::open(options.before);
  if (!before) return fail(before);
  const Result<Package> after = Package::open(options.after);
  if (!after) return fail(after);
  return compare_packages(*before, *after, *tools, nullptr, nullptr, options, sink);
}

}  // namespace clc
