#include "commands/report/report_html.h"

#include <algorithm>

#include "clc/package/file.h"
#include "commands/package_or_sources.h"
#include "lookup/source_folders.h"
#include "page/collect.h"
#include "page/report_page.h"
#include "support/standard_streams.h"
#include "support/text.h"

namespace clc {
namespace {

// Passes everything on, and keeps the diagnostics.
class KeepingSink : public Sink {
 public:
  KeepingSink(Sink& next, std::vector<ShownDiagnostic>& kept) : next_(next), kept_(kept) {}

  void message(Severity severity, const std::string& text) override { next_.message(severity, text); }
  void diagnostic(const ShownDiagnostic& diagnostic) override {
    kept_.push_back(diagnostic);
    next_.diagnostic(diagnostic);
  }
  void progress(const Progress& progress) override { next_.progress(progress); }
  void success(const std::string& text) override { next_.success(text); }
  void be_quiet() override { next_.be_quiet(); }
  bool has_output_color() const override { return next_.has_output_color(); }
  void finish(int exit_code) override { next_.finish(exit_code); }

 private:
  Sink& next_;
  std::vector<ShownDiagnostic>& kept_;
};

// `code`: how the command ends where the page could be written.
Result<int> write_page(const ReportPage& page, const HtmlOptions& options, int code) {
  const std::string html = report_page(page);
  const Result<void> written = options.output.empty() ? print(html) : write_file_atomically(options.output, html);
  if (!written) return fail(written);
  return code;
}

ReportPage page_for(const HtmlOptions& options) {
  ReportPage page;
  page.title = options.title;
  page.selection = options.selection;
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

Result<int> add_package(const std::string& path, const ToolPaths& tools, const HtmlOptions& options, Sink& sink,
                        ReportPage& page) {
  const Result<Package> package = Package::open(path);
  if (!package) return fail(package);
  return add_build(build_of(path, *package, tools, options, sink), page);
}

// Compiles the sources and adds them to the page. Where clc compile would not have ended with 0, nothing is added, and
// its exit code is returned. Else `code` becomes the worse of itself and the exit code for what could not be counted.
Result<int> add_sources(const CompileArguments& arguments, const std::string& name, const HtmlOptions& options,
                        Sink& sink, ReportPage& page, int& code) {
  const Result<CompiledSources> compiled = compile_sources(arguments, sink);
  if (!compiled) return fail(compiled);
  if (compiled->code != 0) return compiled->code;
  PageBuild build = build_of(name, *compiled->built.package, arguments.tools, options, sink);
  if (options.with_source) {
    build.source_folders = [&](const Module& module) { return compiled->source_folders.at(module.name); };
  }
  // Targets that name no chip have no accesses, and are shown without.
  build.facts = analyzed_kernels(compiled->sections, options.selection).value_or(std::vector<AnalyzedKernel>());
  const Result<int> added = add_build(build, page);
  if (!added) return fail(added);
  code = std::max(code, *added);
  return 0;
}

}  // namespace

Result<int> report_package_html(const std::string& path, const ToolPaths& tools, const HtmlOptions& options,
                                Sink& sink) {
  ReportPage page = page_for(options);
  int code = 0;
  for (const std::string& package : {path, options.before}) {
    if (package.empty()) continue;
    const Result<int> added = add_package(package, tools, options, sink, page);
    if (!added) return added;
    code = std::max(code, *added);
  }
  return write_page(page, options, code);
}

Result<int> report_sources_html(CompileArguments arguments, const AnalysisRequest& request, const HtmlOptions& options,
                                Sink& sink) {
  add_debug_information(arguments.options);
  arguments.sections = {section_name(request)};
  const std::vector<std::string> sources = arguments.files;
  ReportPage page = page_for(options);
  KeepingSink keeping(sink, page.diagnostics);
  const std::string name = sources.size() == 1 ? sources[0] : count(sources.size(), "source");
  int code = 0;
  const Result<int> added = add_sources(arguments, name, options, keeping, page, code);
  if (!added || *added != 0) return added;
  if (!options.before.empty()) {
    // Modules of one name are compared.
    if (arguments.name.empty()) arguments.name = stem(sources[0]);
    arguments.files = {options.before};
    const Result<int> old = add_sources(arguments, options.before, options, sink, page, code);
    if (!old || *old != 0) return old;
  }
  return write_page(page, options, code);
}

}  // namespace clc
