// clc coverage: tells which lines and branches of kernels ran.
#include <algorithm>
#include <filesystem>
#include <map>

#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "clc/internal/coverage.h"
#include "commands/access_gates.h"
#include "commands/commands.h"
#include "insight/report/coverage.h"
#include "insight/report_page/coverage_page.h"
#include "package/find_packages.h"
#include "support/command_line.h"
#include "support/real_paths.h"
#include "support/source_file.h"
#include "support/standard_streams.h"

namespace clc {
namespace {

constexpr std::uint64_t k_most_bytes = std::uint64_t{1} << 30U;  // of a file of counts

struct CoverageOptions {
  std::string package, output = "-", format = "text";
  std::vector<std::string> counts, folders;
  CoverageSelection selection;
  std::optional<double> least_lines, least_branches;
};

Result<bool> parse(const std::vector<std::string>& arguments, CoverageOptions& options) {
  const CommandLine line(
      "Tells how often the lines and branches of kernels ran that clc compile --coverage made. Programs write the\n"
      "counts to the folder CLC_COVERAGE_DIR; those of several runs, processes and devices are added up.",
      "clc coverage");
  line.add("PACKAGE", options.package, "a folder or a .clcpack file").required();
  line.add("COUNTS", options.counts, "folders, or files of counts").required();
  line.add("-k,--kernel NAME", options.selection.kernels, "count launches of this kernel only; can be repeated")
      .one_value_each();
  line.add("--global-size XxYxZ", options.selection.global_size, "count launches of this size only");
  line.add("--format text|json|lcov|html", options.format,
           "text (default); json; lcov, for genhtml and editors; html, a page with the sources beside the counts")
      .one_of({"text", "json", "lcov", "html"});
  line.add("--source FOLDER", options.folders, "of html: where the sources are; default: the current folder")
      .one_value_each();
  line.add("-o,--output FILE", options.output, "a file instead of standard output");
  add_percent_option(
      line, "--fail-under PERCENT", [&options](double least) { options.least_lines = least; },
      "exit code 6 where fewer of the lines ran");
  add_percent_option(
      line, "--fail-under-branches PERCENT", [&options](double least) { options.least_branches = least; },
      "the same for the sides of branches");
  line.footer(
      "Example:\n  clc compile k.cl --coverage -t amdgcn:gfx1100 -o k.clcpack\n"
      "  CLC_COVERAGE_DIR=counts clc emulate --chip gfx1100 -- ./my-tests\n"
      "  clc coverage k.clcpack counts --fail-under 90\n");
  return line.parse(arguments);
}

Result<std::vector<std::string>> files_in(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_directory(path, error)) return std::vector<std::string>{path};
  std::vector<std::string> files;
  for (std::filesystem::directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
    const std::string file = it->path().string();
    if (file.ends_with(".coverage.json")) files.push_back(file);
  }
  if (error) return fail(ErrorKind::k_io, path + ": " + error.message());
  std::ranges::sort(files);
  return files;
}

Result<std::vector<ProgramCounts>> read_counts(const std::vector<std::string>& paths) {
  std::vector<ProgramCounts> all;
  for (const std::string& path : paths) {
    for (const std::string& file : CLC_TRY(files_in(path))) {
      const Bytes bytes = CLC_TRY(read_ordinary_file(file, k_most_bytes));
      all.push_back(CLC_TRY(decode_counts(bytes, file)));
    }
  }
  return all;
}

std::map<std::string, std::string> sources_of(const CoverageReport& report, std::vector<std::string> folders) {
  if (folders.empty()) folders.emplace_back(".");
  std::map<std::string, std::string> sources;
  for (const FileCoverage& file : report.files) {
    for (const std::string& folder : folders) {
      const Result<Bytes> text = read_ordinary_file(join_path(folder, file.name), k_largest_source);
      if (text && sources.emplace(file.name, *text).second) break;
    }
  }
  return sources;
}

std::string shown(const CoverageReport& report, const CoverageOptions& options) {
  if (options.format == "json") return coverage_json(report);
  if (options.format == "lcov") return coverage_lcov(report);
  if (options.format == "html") return coverage_html(report, sources_of(report, options.folders));
  return coverage_text(report);
}

// Tells what is too little, and returns the exit code.
int judge(const CoverageReport& report, const CoverageOptions& options, Sink& sink) {
  int code = 0;
  const auto hold = [&](const char* what, double covered, const std::optional<double>& least) {
    if (!least || covered >= *least) return;
    sink.message(Severity::k_error, decimal(covered * 100) + " % of the " + what + " ran, and at least " +
                                        decimal(*least * 100) + " % should");
    code = exit_code(ErrorKind::k_gate);
  };
  hold("lines", report.lines_covered(), options.least_lines);
  hold("sides of branches", report.branches_covered(), options.least_branches);
  return code;
}

}  // namespace

Result<int> coverage_command(const std::vector<std::string>& arguments, Sink& sink) {
  CoverageOptions options;
  if (!CLC_TRY(parse(arguments, options))) return 0;
  std::vector<std::string> read{options.package};
  std::error_code unknown;
  for (const std::string& one : options.counts)
    if (!std::filesystem::is_directory(one, unknown)) read.push_back(one);  // a folder may be the one we are in
  if (options.output != "-") CLC_TRY(refuse_overwriting("-o", options.output, read));
  const Package package = CLC_TRY(find_package(options.package));
  const std::vector<ProgramCounts> counts = CLC_TRY(read_counts(options.counts));
  const CoverageReport report = CLC_TRY(coverage_report(package.manifest(), counts, options.selection));
  if (report.others != 0)
    sink.message(Severity::k_warning, "left out the counts of " + count(report.others, "program") +
                                          " that this package lacks, of another build perhaps");
  const std::string text = shown(report, options);
  if (options.output != "-") {
    CLC_TRY(write_file_atomically(options.output, text));
  } else {
    CLC_TRY(options.format == "text" ? print_shown(text) : print(text));
  }
  return judge(report, options, sink);
}

}  // namespace clc
