// clc diff: compares the kernels of two packages, or of two sources.
#include <algorithm>
#include <utility>

#include "base/environment_help.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/package/package.h"
#include "commands/commands.h"
#include "commands/package_or_sources.h"
#include "commands/selection_options.h"
#include "insight/forecast/time_report.h"
#include "insight/report/analysis_options.h"
#include "insight/report/diff.h"
#include "insight/report/diff_accesses.h"
#include "insight/report/diff_code.h"
#include "insight/report/instruction_mix.h"
#include "package/find_packages.h"
#include "support/command_line.h"
#include "support/standard_streams.h"

namespace clc {
namespace {

struct DiffOptions {
  CompileOptions compile;  // with the two files
  Selection selection;
  AnalysisWords analysis;
  bool with_times = false;
  bool json = false, exit_code_wanted = false, with_isa = false, count = false;
};

Result<void> check(const DiffOptions& options, CommandInput input) {
  const std::vector<std::string>& files = options.compile.arguments.files;
  return refuse({
      {!options.compile.arguments.module_texts.empty(), "--module: clc diff compares two files"},
      {options.with_times && !options.analysis.has_size(), "--time needs the work-items of the launch: --global-size"},
      {input == CommandInput::k_package && files[0] == "-" && files[1] == "-",
       "- (standard input) can be given only once"},
      {input == CommandInput::k_package && options.analysis.are_given(),
       "--global-size and --arg are for sources: clc diff BEFORE.cl AFTER.cl"},
  });
}

Result<CommandInput> parse(const std::vector<std::string>& arguments, DiffOptions& options) {
  const CommandLine line(
      "Shows what differs between the kernels of two packages: arguments, registers, spills, memory, code size,\n"
      "occupancy, code, and kernels that were added or removed. Two files that end in .cl or .clcpp are compiled "
      "first,\n"
      "for the targets of -t and with the build options of clc compile; then memory accesses, bank conflicts, "
      "branches\n"
      "and barriers are compared, too.",
      "clc diff");
  const auto add_file = [&options](const std::string& file) { options.compile.arguments.files.push_back(file); };
  line.add_function<std::string>("BEFORE", add_file, "a folder or a .clcpack file; or FILE.cl").required();
  line.add_function<std::string>("AFTER", add_file, "the other one; one of two packages may be - for standard input")
      .required();
  add_selection_options(line, options.selection);
  add_analysis_options(line, options.analysis, options.selection);
  line.flag(
      "--time", options.with_times,
      "of FILE.cl with --global-size: compare the times that clc report --time forecasts; they decide what is worse");
  line.flag("--exit-code", options.exit_code_wanted,
            "exit 6 when a metric (with --time: the time) got worse, or a kernel is gone or takes other arguments");
  line.flag("--isa", options.with_isa, "show how the disassembly of changed kernels differs");
  line.flag("--instructions", options.count,
            "compare how many instructions there are of PTX, SPIR-V, and NVIDIA's and Intel's machine code, too");
  add_format_option(line, options.json);
  add_package_or_sources_options(line, options.compile);
  line.footer(
      "Examples:\n  clc diff released.clcpack kernels --exit-code\n"
      "  clc diff old/blur.cl blur.cl -t nvptx:sm_90 --arg width=4096\n" +
      environment_help({Reads::k_tools}));
  const CommandInput input = CLC_TRY(parse_input_line(line, arguments, options.compile));
  if (input == CommandInput::k_package) options.selection.targets = options.compile.arguments.targets;
  if (input != CommandInput::k_none) CLC_TRY(check(options, input));
  return input;
}

// The chosen kernels of a package. In a diff it may lack what was asked for: that is a difference.
ComparedBuild build_of(const Package& package, const Selection& selection) {
  return {package, select_kernels(package.manifest(), selection).value_or(std::vector<KernelMetrics>())};
}

// `what`: "package" or "source".
Result<int> compare_sides(ComparedBuild before, ComparedBuild after, const std::string& what, const ToolPaths& tools,
                          const DiffOptions& options, Sink& sink) {
  if (before.kernels.empty() && after.kernels.empty())
    return fail(ErrorKind::k_usage, "neither " + what + " has kernels that match");
  int code = 0;
  if (options.count) {
    code = std::max(add_instruction_mix(before.package, tools, sink, before.kernels),
                    add_instruction_mix(after.package, tools, sink, after.kernels));
  }
  std::vector<KernelChange> changes = compare_builds(before, after, options.selection);
  if (options.with_times) {
    compare_times(kernel_times(before.accesses, before.kernels, options.selection),
                  kernel_times(after.accesses, after.kernels, options.selection), changes);
  }
  DisassemblyOptions disassembly;
  disassembly.tools = tools;
  if (options.with_isa) code = std::max(code, compare_isa(before.package, after.package, disassembly, sink, changes));
  const std::string text = options.json ? diff_json(changes) : diff_text(changes, sink.has_output_color());
  const bool is_bad = options.exit_code_wanted && std::ranges::any_of(changes, is_worse);
  return code_after(print(text), is_bad ? exit_code(ErrorKind::k_gate) : code);
}

Result<int> diff_packages(const DiffOptions& options, Sink& sink) {
  const std::vector<std::string>& files = options.compile.arguments.files;
  const ToolPaths tools = CLC_TRY(parse_tool_paths(options.compile.tools));
  const Package before = CLC_TRY(find_package(files[0]));
  const Package after = CLC_TRY(find_package(files[1]));
  return compare_sides(build_of(before, options.selection), build_of(after, options.selection), "package", tools,
                       options, sink);
}

// Compares two files, which become modules of one name.
Result<int> diff_sources(const DiffOptions& options, Sink& sink) {
  AnalysisRequest request = CLC_TRY(parse_analysis(options.analysis));
  request.with_effort = options.with_times;
  CompileOptions of_one = options.compile;
  const std::vector<std::string> files = std::move(of_one.arguments.files);
  name_both(files[0], files[1], of_one.arguments);
  std::vector<CompiledSources> compiled;
  std::vector<ComparedBuild> sides;
  ToolPaths tools;
  compiled.reserve(files.size());
  for (const std::string& file : files) {
    of_one.arguments.files = {file};
    CompileArguments arguments = CLC_TRY(compile_arguments(of_one));
    arguments.sections = {section_name(request)};
    CompiledSources made = CLC_TRY(compile_sources(arguments, sink));
    if (made.code != 0) return made.code;
    compiled.push_back(std::move(made));
    // Targets that name no chip have no accesses, and are compared without.
    sides.push_back(build_of(*compiled.back().built.package, options.selection));
    sides.back().accesses =
        analyzed_kernels(compiled.back(), options.selection).value_or(std::vector<AnalyzedKernel>());
    tools = arguments.tools;
  }
  return compare_sides(std::move(sides[0]), std::move(sides[1]), "source", tools, options, sink);
}

}  // namespace

Result<int> diff_command(const std::vector<std::string>& arguments, Sink& sink) {
  DiffOptions options;
  const CommandInput input = CLC_TRY(parse(arguments, options));
  if (input == CommandInput::k_none) return 0;
  return input == CommandInput::k_sources ? diff_sources(options, sink) : diff_packages(options, sink);
}

}  // namespace clc
