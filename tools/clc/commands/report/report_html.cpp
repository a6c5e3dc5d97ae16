#include "commands/report/report_html.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "commands/keeping_sink.h"
#include "commands/package_or_sources.h"
#include "commands/report/recorded_times.h"
#include "insight/forecast/time_report.h"
#include "insight/report/diff_accesses.h"
#include "insight/report_page/collect.h"
#include "insight/report_page/report_page.h"
#include "lookup/source_folders.h"
#include "package/find_packages.h"
#include "recording/recording.h"
#include "serve/silent_sink.h"
#include "support/interrupts.h"
#include "support/standard_streams.h"

namespace clc {
namespace {

constexpr std::uint64_t k_most_run_bytes = std::uint64_t{256} << 20U;  // of a file that tells of runs

// Names a file that a run tells of and the page does not show: it may be of other sources.
void warn_of_others(const std::string& told_by, const std::set<std::string>& told, const ReportPage& page, Sink& sink) {
  std::set<std::string> shown;
  for (const PageKernel& kernel : page.kernels) shown.merge(files_named_by(kernel));
  for (const std::string& file : told) {
    if (file.empty() || shown.contains(file)) continue;
    sink.message(Severity::k_warning, told_by + " tells of " + file + ", which no code on this page names");
  }
}

Result<std::vector<MeasuredLaunch>> measured_in(const std::string& file) {
  if (is_recording(file)) return recorded_times(file);
  return decode_measured(CLC_TRY(read_ordinary_file(file, k_most_run_bytes)), file);
}

// Adds what a tool measured. Names kernels that the page does not show.
Result<void> add_measured(const std::string& file, Sink& sink, ReportPage& page) {
  std::set<std::string> others;
  for (MeasuredLaunch& one : CLC_TRY(measured_in(file))) {
    const bool is_shown = std::ranges::any_of(page.kernels, [&](const PageKernel& kernel) {
      return is_launch_of(one, kernel.metrics.kernel, kernel.metrics.target, kernel.programs);
    });
    if (!is_shown) others.insert(one.kernel + (one.target.empty() ? "" : " for " + one.target));
    if (is_shown) page.measured.push_back(std::move(one));
  }
  for (const std::string& kernel : others)
    sink.message(Severity::k_warning, file + " measured " + kernel + ", which no kernel on this page is");
  return {};
}

// Adds what runs have shown of the page's sources.
Result<void> add_runs(const HtmlOptions& options, Sink& sink, ReportPage& page) {
  if (!options.coverage.empty()) {
    const Bytes text = CLC_TRY(read_ordinary_file(options.coverage, k_most_run_bytes));
    page.coverage = CLC_TRY(decode_coverage_json(text, options.coverage));
    std::set<std::string> told;
    for (const FileCoverage& file : page.coverage->files) told.insert(file.name);
    warn_of_others(options.coverage, told, page, sink);
    for (const auto& [module, digest] : page.coverage->sources) {
      const auto shown = page.source_digests.find(module);
      if (shown != page.source_digests.end() && shown->second != digest)
        sink.message(Severity::k_warning, options.coverage + " counts the lines of another state of module " + module);
    }
  }
  for (const std::string& file : options.measured) CLC_TRY(add_measured(file, sink, page));
  for (const std::string& file : options.faults) {
    const Bytes text = CLC_TRY(read_ordinary_file(file, k_most_run_bytes));
    if (!page.faults) page.faults.emplace();
    std::set<std::string> told;
    for (RunFault& fault : CLC_TRY(decode_run_faults(text, file))) {
      told.insert(fault.place.file);
      page.faults->push_back(std::move(fault));
    }
    warn_of_others(file, told, page, sink);
  }
  return {};
}

// `code`: how the command ends where the page could be written.
Result<int> write_page(ReportPage& page, const HtmlOptions& options, Sink& sink, int code) {
  CLC_TRY(add_runs(options, sink, page));
  const std::string html = report_page(page);
  const std::string output = options.output.empty() ? "-" : options.output;
  const auto held = hold_for_output(output);
  return code_after(output == "-" ? print(html) : write_file_atomically(output, html), code);
}

ReportPage page_for(const HtmlOptions& options) {
  ReportPage page;
  page.title = options.title;
  page.selection = options.selection;
  page.has_times = options.has_times;
  return page;
}

PageBuild build_of(const std::string& name, const Package& package, const ToolPaths& tools, const HtmlOptions& options,
                   Sink& sink) {
  PageBuild build;
  build.name = name;
  build.package = &package;
  build.tools = tools;
  if (options.with_source) build.source_folders = likely_source_folders;
  if (options.count_instructions) build.count_instructions = &sink;
  return build;
}

ComparedBuild compared(const Package& package, const Selection& selection) {
  return {package, select_kernels(package.manifest(), selection).value_or(std::vector<KernelMetrics>())};
}

// The verdicts of `clc diff` on the two sources, with `times` those of `clc diff --time`. The page's own builds have
// the lines of the source in them, which would be changes, too.
Result<std::vector<KernelChange>> changes_of_sources(const CompileArguments& now, const CompileArguments& before,
                                                     const Selection& selection, bool times) {
  SilentSink silent;  // the same was said when the page's builds were compiled
  std::vector<CompiledSources> compiled;
  std::vector<ComparedBuild> builds;
  compiled.reserve(2);
  for (const CompileArguments* arguments : {&before, &now}) {
    CompiledSources made = CLC_TRY(compile_sources(*arguments, silent));
    if (made.code != 0) return fail(ErrorKind::k_compile, "what is compared does not compile without -g");
    compiled.push_back(std::move(made));
    builds.push_back(compared(*compiled.back().built.package, selection));
    builds.back().accesses = analyzed_kernels(compiled.back(), selection).value_or(std::vector<AnalyzedKernel>());
  }
  std::vector<KernelChange> changes = compare_builds(builds[0], builds[1], selection);
  if (times) {
    compare_times(kernel_times(builds[0].accesses, builds[0].kernels, selection),
                  kernel_times(builds[1].accesses, builds[1].kernels, selection), changes);
  }
  return changes;
}

// Compiles the sources and adds them to the page. Where clc compile would not have ended with 0, nothing is added, and
// its exit code is returned. Else `code` becomes the worse of itself and the exit code for what could not be counted.
Result<int> add_sources(const CompileArguments& arguments, const std::string& name, const HtmlOptions& options,
                        Sink& sink, ReportPage& page, int& code) {
  const CompiledSources compiled = CLC_TRY(compile_sources(arguments, sink));
  if (compiled.code != 0) return compiled.code;
  PageBuild build = build_of(name, *compiled.built.package, arguments.tools, options, sink);
  if (options.with_source)
    build.source_folders = [&](const Module& module) { return compiled.source_folders.at(module.name); };
  // Targets that name no chip have no accesses, and are shown without.
  build.facts = analyzed_kernels(compiled, options.selection).value_or(std::vector<AnalyzedKernel>());
  if (options.lines) {
    const std::vector<KernelTimes> times =
        kernel_times(build.facts, compared(*build.package, options.selection).kernels, options.selection);
    build.stalls = kernel_stalls(*build.package, arguments.tools, times);
  }
  code = std::max(code, CLC_TRY(add_build(build, page)));
  if (options.launches.empty()) return 0;
  page.launches = CLC_TRY(timed_launches(options.launches, compiled, options.selection));
  return 0;
}

}  // namespace

Result<int> report_package_html(const std::string& path, const ToolPaths& tools, const HtmlOptions& options,
                                Sink& sink) {
  ReportPage page = page_for(options);
  int code = 0;
  std::vector<Package> packages;
  packages.reserve(2);
  for (const std::string& name : {path, options.before}) {
    if (name.empty()) continue;
    packages.push_back(CLC_TRY(find_package(name)));
    code = std::max(code, CLC_TRY(add_build(build_of(name, packages.back(), tools, options, sink), page)));
  }
  if (options.with_source && std::ranges::all_of(page.sources, &std::vector<PageFile>::empty)) {
    sink.message(Severity::k_warning,
                 "the page shows no source: no binary records source lines of files that are here (clc compile -g)");
  }
  if (packages.size() == 2) {
    page.changes = compare_builds(compared(packages[1], options.selection), compared(packages[0], options.selection),
                                  options.selection);
  }
  return write_page(page, options, sink, code);
}

Result<int> report_sources_html(CompileArguments arguments, const AnalysisRequest& request, const HtmlOptions& options,
                                Sink& sink) {
  arguments.sections = {section_name(request)};
  ask_for(options.launches, arguments);
  CompileArguments bare = arguments;
  add_debug_information(arguments.options);
  const std::vector<std::string> sources = arguments.all_files();
  ReportPage page = page_for(options);
  KeepingSink keeping(sink, page.diagnostics);
  const std::string name = sources.size() == 1 ? sources[0] : count(sources.size(), "source");
  int code = 0;
  const Result<int> added = add_sources(arguments, name, options, keeping, page, code);
  if (!added || *added != 0) return added;
  if (!options.before.empty()) {
    name_both(options.before, sources[0], arguments);
    bare.name = arguments.name;
    arguments.files = {options.before};
    const Result<int> old = add_sources(arguments, options.before, options, sink, page, code);
    if (!old || *old != 0) return old;
    CompileArguments bare_before = bare;
    bare_before.files = arguments.files;
    page.changes = CLC_TRY(changes_of_sources(bare, bare_before, options.selection, options.has_times));
  }
  return write_page(page, options, sink, code);
}

}  // namespace clc
