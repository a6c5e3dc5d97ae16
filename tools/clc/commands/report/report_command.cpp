// clc report: shows what kernels need on each target, and how many of their waves fit.
#include <algorithm>

#include "base/environment_help.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/package/package.h"
#include "commands/package_or_sources.h"
#include "commands/report/launches.h"
#include "commands/report/report_html.h"
#include "commands/selection_options.h"
#include "insight/forecast/time_report.h"
#include "insight/report/access_report.h"
#include "insight/report/analysis_options.h"
#include "insight/report/instruction_mix.h"
#include "insight/report/most_alive_report.h"
#include "insight/report/resource_report.h"
#include "insight/stalls/stalls.h"
#include "package/find_packages.h"
#include "recording/recording.h"
#include "support/command_line.h"
#include "support/real_paths.h"
#include "support/standard_streams.h"

namespace clc {
namespace {

constexpr std::size_t k_usual_width = 100;  // columns

struct ReportOptions {
  CompileOptions compile;  // with the package, or the sources
  std::size_t width = k_usual_width;
  Selection selection;
  std::string format = "text";
  bool count = false, live = false, accesses = false, time = false, lines = false;
  AnalysisWords analysis;
  HtmlOptions html;
};

void add_html_options(const CommandLine& line, HtmlOptions& html) {
  line.flag("--with-source", html.with_source,
            "html: put the source beside the code; the page says that it holds source and is not for shipping");
  line.add("--before PACKAGE|FILE", html.before, "html: another package or source, to show what changed since");
  line.add("--coverage FILE", html.coverage,
           "html: what clc coverage --format json wrote: how often lines and branches ran, beside source and code");
  line.add("--measured FILE", html.measured,
           "html: times and counters of launches, of clrun bench --format json, clc replay --time --format json, "
           "CLC_EMULATOR_COUNTERS, ncu --csv, rocprofv3 or clc record --times, beside the forecasts; can be repeated")
      .one_value_each();
  line.add("--findings FILE", html.faults,
           "html: what clrun sanitize --format json or clc emulate --report (.json, .sarif) wrote: the faults of runs, "
           "beside source and code; can be repeated")
      .one_value_each();
  line.add("-o,--output FILE", html.output, "html: a file instead of standard output");
}

Result<void> check(const ReportOptions& options, CommandInput input) {
  const bool accesses = options.accesses, time = options.time, lines = options.lines;
  const AnalysisWords& analysis = options.analysis;
  const Selection& selection = options.selection;
  const HtmlOptions& html = options.html;
  const CompileArguments& arguments = options.compile.arguments;
  const bool is_text = options.format == "text" || options.format == "json", is_html = options.format == "html";
  const bool is_tuned = arguments.is_tuned, has_size = analysis.has_size();
  const bool is_recorded = std::ranges::any_of(arguments.files, is_recording);
  const bool is_recorded_only = std::ranges::all_of(arguments.files, is_recording) && arguments.module_texts.empty();
  const bool is_package = input != CommandInput::k_sources;
  const bool is_one = arguments.files.size() == 1 && arguments.module_texts.empty();
  const bool is_pair = is_one && is_source(html.before) != is_package;
  return refuse({
      {options.format == "sarif" && !accesses, "--format sarif needs --accesses"},
      {selection.registers && (accesses || options.format == "csv"),
       "--registers is about the occupancy that text, json and html show, without --accesses"},
      {!is_html && (html.with_source || !html.before.empty() || !html.output.empty()),
       "--with-source, --before and -o need --format html"},
      {!is_html && (!html.coverage.empty() || !html.faults.empty() || !html.measured.empty()),
       "--coverage, --findings and --measured need --format html"},
      {!accesses && !time && !is_html && analysis.are_given(),
       "--global-size and --arg need --accesses, --time or --format html"},
      {time && is_html && is_tuned, "--time with --tune is shown as text or json"},
      {lines && !time, "--lines explains the times of --time: add --time"},
      {time && accesses, "--time and --accesses are two reports: ask for one"},
      {time && !is_text && !is_html, "--time is shown as text, json or html"},
      {lines && (is_recorded || is_tuned), "--lines needs sources and one launch: leave out recordings and --tune"},
      {time && is_recorded && (!is_recorded_only || is_tuned),
       "--time of a recording's launches takes nothing but recordings"},
      {time && is_recorded && (has_size || !selection.work_groups.empty() || selection.dynamic_local),
       "a recording has the sizes of its launches: leave out --work-group, --global-size and --dynamic-local"},
      {time && !has_size && !is_tuned && !is_recorded, "--time needs the work-items of the launch: --global-size"},
      {is_tuned && (analysis.are_given() || (time && !selection.work_groups.empty())),
       "--tune takes the launches of NAME.tune.json: leave out --work-group, --global-size and --arg"},
      {!html.before.empty() && !is_pair, "--before compares one source with another, or two packages"},
      {is_package && is_tuned, "--tune looks at sources: clc report FILE.cl -t TARGET --tune --time"},
      {is_package && arguments.files.size() > 1,
       "clc report takes one package, and " + count(arguments.files.size(), "package") + " were given"},
      {is_package && time, "--time looks at sources: clc report FILE.cl -t TARGET --global-size N --time"},
      {is_package && accesses, "--accesses looks at sources: clc report FILE.cl -t TARGET --accesses"},
      {is_package && analysis.are_given(), "--global-size and --arg look at sources: clc report FILE.cl --format html"},
  });
}

void add_what_if_options(const CommandLine& line, Selection& selection) {
  line.add("--registers N", selection.registers,
           "count the waves as if each work-item had this many registers, whatever the compiler chose")
      .range(std::uint64_t{1}, std::uint64_t{4096});
}

void add_count_options(const CommandLine& line, ReportOptions& options) {
  line.flag(
      "--instructions", options.count,
      "count the instructions of PTX and SPIR-V, too, and of NVIDIA's and Intel's machine code, with nvdisasm (or "
      "cuobjdump) and iga64");
  line.flag("--live", options.live,
            "show how many registers are alive at most in AMD's and NVIDIA's code, and how many values in SPIR-V, and "
            "with -g at which line");
  line.flag("--accesses", options.accesses,
            "of sources: show each memory access, branch and barrier, and what it costs the waves of a group");
  line.flag("--time", options.time,
            "of sources: forecast how long a launch takes on the products with the target's chip; needs --global-size");
  line.flag("--tune", options.compile.arguments.is_tuned,
            "of sources: each configuration of NAME.tune.json; with --time the forecasts of its launches, which "
            "clrun tune --forecast reads as json");
  line.flag("--lines", options.lines,
            "with --time: show which lines and instructions stall, for which, and for how many clocks");
}

Result<CommandInput> parse(const std::vector<std::string>& arguments, ReportOptions& options) {
  const CommandLine line(
      "Shows registers, spills, memory, code size and occupancy of each kernel on each target, as the\n"
      "compilers wrote them into the package. What is not known is '-'. Files that end in .cl or .clcpp, and "
      "recordings, are\n"
      "compiled first, for the targets of -t and with the build options of clc compile (-D, -I, -cl-std=…); no "
      "package is written then.",
      "clc report");
  line.add("PACKAGE", options.compile.arguments.files,
           "a folder or a .clcpack file; - is standard input; or FILE.cl …");
  add_selection_options(line, options.selection);
  add_what_if_options(line, options.selection);
  line.add("--format text|csv|json|html|sarif", options.format,
           "text (default), csv with Radeon GPU Analyzer's column names, json, or html, a page to look at; sarif "
           "with --accesses")
      .one_of({"text", "csv", "json", "html", "sarif"});
  line.add("--width COLUMNS", options.width,
           "columns of the text; a wider table becomes several (default: 100; 0: one table, however wide)")
      .range(std::size_t{0}, std::size_t{100000});
  add_count_options(line, options);
  add_analysis_options(line, options.analysis, options.selection);
  add_html_options(line, options.html);
  add_package_or_sources_options(line, options.compile);
  line.footer(
      "Examples:\n  clc report kernels\n  clc report kernels -t 'amdgcn:*' --work-group 64,256 --format csv\n"
      "  clc report kernel.cl -t amdgcn:gfx1100 -t cubin:sm_90 -DTILE=16\n"
      "  clc report kernel.cl -t nvptx:sm_90 --accesses --work-group 16x16 --arg width=4096\n"
      "  clc report kernel.cl -t cubin:sm_90 -t amdgcn:gfx1100 --format html --with-source -o kernel.html\n" +
      environment_help({Reads::k_tools}));
  const Result<CommandInput> input = parse_input_line(line, arguments, options.compile);
  if (!input || *input == CommandInput::k_none) return input;
  if (*input == CommandInput::k_package) options.selection.targets = options.compile.arguments.targets;
  CLC_TRY(check(options, *input));
  const std::vector<std::string>& read = options.compile.arguments.files;
  CLC_TRY(refuse_overwriting("-o", options.html.output, read));
  CLC_TRY(refuse_overwriting("-o", options.html.output, options.html.faults));
  CLC_TRY(refuse_overwriting("-o", options.html.output, {options.html.coverage}));
  return input;
}

Result<int> show(const Package& package, const ReportOptions& options, const ToolPaths& tools, Sink& sink) {
  std::vector<KernelMetrics> kernels = CLC_TRY(select_kernels(package.manifest(), options.selection));
  int code = 0;
  if (options.count) code = add_instruction_mix(package, tools, sink, kernels);
  if (options.live) code = std::max(code, add_most_alive(package, tools, sink, kernels));
  if (options.format == "text" && kernels.empty()) return code_after(print("no kernels\n"));
  const std::string text = options.format == "json"  ? report_json(kernels, options.selection)
                           : options.format == "csv" ? report_csv(kernels, options.selection)
                                                     : report_text(kernels, options.selection, options.width);
  return code_after(print_shown(text), code);
}

Result<int> show_accesses(const CompiledSources& compiled, const ReportOptions& options, Sink& sink) {
  std::vector<AnalyzedKernel> kernels =
      CLC_TRY(in_context(names_of_sources(options.compile.arguments), analyzed_kernels(compiled, options.selection)));
  warn_of_work_groups(kernels, options.analysis.work_groups, sink);
  if (options.format == "sarif") {
    name_files(compiled, kernels);
    std::vector<Finding> findings;
    for (const AnalyzedKernel& kernel : kernels) std::ranges::move(findings_of(kernel), std::back_inserter(findings));
    return code_after(print_shown(sarif_log(findings)));
  }
  const std::string text = options.format == "json"  ? access_json(kernels)
                           : options.format == "csv" ? access_csv(kernels)
                                                     : access_text(kernels);
  return code_after(print_shown(text));
}

Result<int> show_times(const CompiledSources& compiled, const ReportOptions& options, const ToolPaths& tools,
                       Sink& sink) {
  const std::vector<AnalyzedKernel> kernels =
      CLC_TRY(in_context(names_of_sources(options.compile.arguments), analyzed_kernels(compiled, options.selection)));
  warn_of_work_groups(kernels, options.analysis.work_groups, sink);
  const std::vector<KernelMetrics> metrics =
      CLC_TRY(select_kernels(compiled.built.package->manifest(), options.selection));
  const std::vector<KernelTimes> times = kernel_times(kernels, metrics, options.selection);
  std::vector<KernelStalls> stalls;
  if (options.lines) stalls = kernel_stalls(*compiled.built.package, tools, times);
  int code = 0;
  for (const KernelStalls& one : stalls) code = std::max(code, one.exit);
  const auto write = [&](std::size_t kernel, JsonWriter& json) {
    if (!stalls.empty()) write_stalls(stalls[kernel], json);
  };
  const std::string text = options.format == "json" ? time_json(times, write) : time_text(times) + stall_text(stalls);
  return code_after(print_shown(text), code);
}

// The forecasts of all configurations of a tuning file.
Result<int> report_configurations(CompileArguments arguments, const ReportOptions& options, Sink& sink) {
  const std::vector<ListedLaunch> launches = CLC_TRY(tuned_launches(arguments));
  ask_for(launches, arguments);
  const CompiledSources compiled = CLC_TRY(compile_sources(arguments, sink));
  if (compiled.code != 0) return compiled.code;
  const std::vector<ConfigurationTimes> times = CLC_TRY(times_of_configurations(launches, compiled));
  return code_after(print_shown(options.format == "json" ? encode_tuning_forecasts(tuning_forecasts(times))
                                                         : configurations_text(times)));
}

HtmlOptions html_options(const ReportOptions& options) {
  HtmlOptions html = options.html;
  html.selection = options.selection;
  html.count_instructions = options.count;
  html.has_times = options.time;
  html.lines = options.lines;
  html.title = "clc report";
  return html;
}

// Where the time of recorded programs would go.
Result<int> report_launches(CompileArguments arguments, const AnalysisRequest& request, const ReportOptions& options,
                            Sink& sink) {
  const std::vector<ListedLaunch> launches = CLC_TRY(recorded_launches(arguments, request));
  if (options.format == "html") {
    HtmlOptions html = html_options(options);
    html.has_times = false;
    html.launches = launches;
    return report_sources_html(std::move(arguments), {}, html, sink);
  }
  ask_for(launches, arguments);
  const CompiledSources compiled = CLC_TRY(compile_sources(arguments, sink));
  if (compiled.code != 0) return compiled.code;
  const std::vector<TimedLaunches> times = CLC_TRY(timed_launches(launches, compiled, options.selection));
  JsonWriter json(2);
  if (options.format == "json") write_launches(times, json);
  return code_after(print_shown(options.format == "json" ? json.text() + "\n" : launches_text(times)));
}

Result<int> report_package(const ReportOptions& options, Sink& sink) {
  const std::string& path = options.compile.arguments.files.front();
  const ToolPaths tools = CLC_TRY(parse_tool_paths(options.compile.tools));
  if (options.format == "html") return report_package_html(path, tools, html_options(options), sink);
  const Package package = CLC_TRY(find_package(path));
  return show(package, options, tools, sink);
}

Result<int> report_sources(const ReportOptions& options, Sink& sink) {
  const bool is_analyzed = options.accesses || options.time || options.format == "html";
  AnalysisRequest request;
  if (is_analyzed) request = CLC_TRY(parse_analysis(options.analysis));
  request.with_effort = options.time;
  request.with_accesses = !options.time || options.format == "html";
  request.with_lines = options.lines;
  CompileArguments arguments = CLC_TRY(compile_arguments(options.compile));
  if (options.lines) add_debug_information(arguments.options);
  if (options.time && std::ranges::any_of(arguments.files, is_recording))
    return report_launches(std::move(arguments), request, options, sink);
  if (options.time && arguments.is_tuned) return report_configurations(std::move(arguments), options, sink);
  if (options.format == "html") return report_sources_html(std::move(arguments), request, html_options(options), sink);
  if (options.accesses || options.time) arguments.sections = {section_name(request)};
  const CompiledSources compiled = CLC_TRY(compile_sources(arguments, sink));
  if (compiled.code != 0) return compiled.code;
  if (options.accesses) return show_accesses(compiled, options, sink);
  if (options.time) return show_times(compiled, options, arguments.tools, sink);
  return show(*compiled.built.package, options, arguments.tools, sink);
}

}  // namespace

Result<int> report_command(const std::vector<std::string>& arguments, Sink& sink) {
  ReportOptions options;
  const CommandInput input = CLC_TRY(parse(arguments, options));
  if (input == CommandInput::k_none) return 0;
  return input == CommandInput::k_sources ? report_sources(options, sink) : report_package(options, sink);
}

}  // namespace clc
