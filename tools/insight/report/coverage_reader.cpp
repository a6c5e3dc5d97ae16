#include "base/fields/json_fields.h"
#include "insight/report/coverage.h"

namespace clc {
namespace {

struct LineCount {
  std::uint64_t line = 0, count = 0;
};

struct WrittenFile {
  std::string name;
  std::uint64_t regions = 0, regions_run = 0;
  std::vector<LineCount> lines;
  std::vector<BranchCoverage> branches;
  std::vector<FunctionCoverage> functions;
};

struct WrittenModule {
  std::string name, source_sha256;
};

struct WrittenReport {
  std::vector<WrittenFile> files;
  std::vector<KernelLaunches> launches;
  std::vector<WrittenModule> modules;
};

template <class F>
void fields(F& f, FieldsOf<F, LineCount>& line) {
  f.all("line", line.line, "count", line.count);
}

template <class F>
void fields(F& f, FieldsOf<F, WrittenFile>& file) {
  f.all("name", file.name, "regions", file.regions, "regions_run", file.regions_run, "lines", file.lines, "branches",
        file.branches, "functions", file.functions);
}

template <class F>
void fields(F& f, FieldsOf<F, WrittenModule>& module) {
  f.text("name", module.name);
  f.digest("source_sha256", module.source_sha256);
}

template <class F>
void fields(F& f, FieldsOf<F, WrittenReport>& report) {
  f.all("files", report.files, "launches", report.launches, "modules", report.modules);
}

}  // namespace

template <class F>
void fields(F& f, FieldsOf<F, BranchCoverage>& branch) {
  f.all("line", branch.line, "column", branch.column, "taken", branch.taken, "not_taken", branch.not_taken);
}

template <class F>
void fields(F& f, FieldsOf<F, FunctionCoverage>& function) {
  f.all("name", function.name, "line", function.line, "count", function.count);
}

template <class F>
void fields(F& f, FieldsOf<F, KernelLaunches>& launch) {
  f.all("kernel", launch.kernel, "device", launch.device, "global_size", launch.global_size, "work_group",
        launch.local_size, "launches", launch.launches, "regions", launch.regions, "regions_run", launch.regions_run);
}

Result<CoverageReport> decode_coverage_json(std::string_view text, const std::string& what) {
  // parse_json() reads no fractions, which the shares are. They follow from the lines, and are not read.
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return fail(ErrorKind::k_damaged, what + " is not JSON");
  std::string problem;
  WrittenReport written;
  read_json(json, what, problem, written);
  if (!problem.empty())
    return fail(ErrorKind::k_damaged, problem + " (what is read is the JSON of clc coverage --format json)");
  CoverageReport report;
  report.launches = std::move(written.launches);
  for (const WrittenModule& module : written.modules) report.sources[module.name] = module.source_sha256;
  for (WrittenFile& one : written.files) {
    FileCoverage& file = report.files.emplace_back();
    file.name = std::move(one.name);
    file.branches = std::move(one.branches);
    file.functions = std::move(one.functions);
    file.regions = one.regions;
    file.regions_run = one.regions_run;
    for (const LineCount& line : one.lines) file.lines[line.line] = line.count;
  }
  return report;
}

}  // namespace clc
