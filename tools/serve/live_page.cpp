#include "serve/live_page.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/json_writer.h"
#include "base/text.h"
#include "insight/forecast/time_report.h"
#include "insight/report/diff_accesses.h"
#include "insight/report_page/collect.h"
#include "protocol/source_roots.h"

namespace clc {
namespace {

// The names that code has for files: as they lie beside the main source, or as include folders are spelled.
class FileNames {
 public:
  FileNames(const KernelFolder& folder, const std::string& main)
      : folder_(folder), beside_(folder_of(join_path(folder.path(), main))), main_(main) {}

  // The name below the folder; empty for a file that lies elsewhere.
  std::string below(const std::string& named) const {
    for (const std::string& base : {beside_, std::filesystem::current_path().string()}) {
      const std::string path = normal_path(join_path(base, named));
      if (!is_below(path, folder_.path())) continue;
      const std::string name = path.substr(folder_.path() == "/" ? 1 : folder_.path().size() + 1);
      if (name == main_ || folder_.read_kernel(name)) return name;
    }
    return "";
  }

 private:
  const KernelFolder& folder_;
  std::string beside_;
  const std::string& main_;
};

// The files of a build that lie in the folder, the main one with the text that was compiled.
std::vector<PageFile> sources_of(const ReportPage& page, std::size_t build, const FileNames& names,
                                 const KernelFolder& folder, const std::string& main, const Bytes& text) {
  std::vector<PageFile> files;
  bool has_main = false;
  std::set<std::string> all;
  for (const PageKernel& kernel : page.kernels) {
    if (kernel.build == build) all.merge(files_named_by(kernel));
  }
  for (const std::string& named : all) {
    const std::string name = names.below(named);
    if (name.empty()) continue;
    has_main |= name == main;
    files.push_back({named, name == main ? text : folder.read_kernel(name).value_or("")});
  }
  if (!has_main) files.insert(files.begin(), {base_name(main), text});
  return files;
}

std::vector<AnalyzedKernel> facts_of(const BuiltKernel& built, const LiveView& view) {
  std::vector<AnalyzedKernel> all;
  for (const Module& module : built.made.package->manifest().modules) {
    for (const KernelFacts& facts : built.facts) all.push_back({module.name, view.target, facts});
  }
  return all;
}

ComparedBuild compared(const BuiltKernel& built, const LiveView& view) {
  const Package& package = *built.made.package;
  return {package, select_kernels(package.manifest(), {}).value_or(std::vector<KernelMetrics>()),
          facts_of(built, view)};
}

std::vector<KernelChange> changes_between(const BuiltKernel& before, const BuiltKernel& now, const LiveView& view,
                                          const ReportPage& page) {
  const ComparedBuild old = compared(before, view), good = compared(now, view);
  std::vector<KernelChange> changes = compare_builds(old, good, page.selection);
  if (page.has_times) {
    compare_times(kernel_times(old.accesses, old.kernels, page.selection),
                  kernel_times(good.accesses, good.kernels, page.selection), changes);
  }
  return changes;
}

void add(const BuiltKernel& built, const std::string& name, const LiveView& view, const ToolPaths& tools,
         ReportPage& page, std::string& failure) {
  PageBuild build;
  build.name = name;
  build.package = built.made.package.get();
  build.tools = tools;
  build.facts = facts_of(built, view);
  const std::size_t before = page.builds.size();
  if (const Result<int> added = add_build(build, page); !added) failure = "it has no kernels";
  if (page.builds.size() != before) return;
  page.builds.push_back(name);
  page.sources.emplace_back();
}

// Adds the diagnostics, those of the main source under the name that code has for it, so that the page finds their
// lines.
void add_diagnostics(const LiveKernel& kernel, const std::string& spelled, const FileNames& names,
                     const std::string& main, ReportPage& page) {
  std::string main_name = base_name(main);
  for (const PageFile& file : page.sources.front()) {
    if (names.below(file.name) == main) main_name = file.name;
  }
  for (ShownDiagnostic diagnostic : kernel.diagnostics) {
    if (normal_path(diagnostic.file) == normal_path(spelled)) diagnostic.file = main_name;
    page.diagnostics.push_back(std::move(diagnostic));
  }
}

}  // namespace

ReportPage live_page(const KernelFolder& folder, const LiveView& view, const LiveKernel* kernel, bool with_committed,
                     const AnalysisRequest& request, const ToolPaths& tools) {
  ReportPage page;
  page.has_times = request.with_effort;
  if (request.group[0] != 0) page.selection.work_groups = {request.group};
  page.title = view.file.empty() ? "clc serve" : view.file + " for " + view.target;
  page.has_source = true;
  if (kernel == nullptr) return page;
  const FileNames names(folder, view.file);
  std::string failure;
  if (kernel->good) {
    add(*kernel->good, kernel->is_old ? "the last that compiled" : "now", view, tools, page, failure);
  } else {
    page.builds.emplace_back("now");
    page.sources.emplace_back();
  }
  page.sources[0] = sources_of(page, 0, names, folder, view.file, kernel->text);
  add_diagnostics(*kernel, folder.spelled(view.file), names, view.file, page);
  const CommittedKernel& committed = kernel->committed;
  if (with_committed && committed.built) {
    add(*committed.built, "commit " + committed.commit.substr(0, 10), view, tools, page, failure);
    if (kernel->good) page.changes = changes_between(*committed.built, *kernel->good, view, page);
    page.sources[1] = sources_of(page, 1, names, folder, view.file, committed.built->text);
  }
  return page;
}

std::string live_view_json(const LiveView& view, const LiveKernel* kernel, const ReportPage& page) {
  JsonWriter json(-1);
  json.begin_object().put("file", view.file, "target", view.target);
  if (kernel != nullptr) {
    const CommittedKernel& committed = kernel->committed;
    json.put("version", kernel->version, "old", kernel->is_old, "built", kernel->good.has_value());
    json.put("errors", has_errors(kernel->diagnostics), "failure", kernel->failure).key("commit").begin_object();
    json.put("id", committed.commit, "is_there", committed.is_there, "is_same", committed.is_same);
    json.put("failure", committed.failure).end_object();
  }
  write_report_page(page, json.key("report"));
  return json.end_object().text();
}

std::string live_page_html(const ReportPage& page) {
  ReportPage served = page;
  served.is_served = true;
  return report_page(served);
}

std::string policy_of(const std::string& html) {
  constexpr std::string_view k_begin = "http-equiv=\"Content-Security-Policy\" content=\"";
  const std::size_t begin = html.find(k_begin);
  if (begin == html.npos) return "";
  const std::size_t from = begin + k_begin.size();
  return html.substr(from, html.find('"', from) - from);
}

bool has_errors(const std::vector<ShownDiagnostic>& diagnostics) {
  return std::ranges::any_of(
      diagnostics, [](const ShownDiagnostic& diagnostic) { return diagnostic.severity >= Severity::k_error; });
}

}  // namespace clc
