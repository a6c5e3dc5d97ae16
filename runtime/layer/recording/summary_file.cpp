#include "recording/summary_file.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "base/json.h"
#include "base/without_exceptions.h"
#include "clc/base/file.h"

namespace clc {

namespace {

constexpr std::uint64_t k_largest_file = std::uint64_t{256} << 20U;
const std::vector<const char*> k_origins = {"package", "cache", "compiled", "driver", "refused"};

ServedProgram program_from_json(const Json& json, const std::string& where, std::string& problem) {
  ObjectReader reader(json, where, problem);
  ServedProgram program;
  program.digest = reader.any_text("digest");
  program.name = reader.any_text("name");
  program.step = reader.text("step");
  program.from = k_origins[reader.one_of("from", k_origins)];
  program.package = reader.any_text("package");
  program.module = reader.any_text("module");
  program.target = reader.any_text("target");
  program.device = reader.any_text("device");
  program.reason = reader.any_text("reason");
  program.nanoseconds = reader.number("nanoseconds");
  program.has_failed = reader.flag("failed");
  return program;
}

Json program_to_json(const ServedProgram& program) {
  return {{"digest", program.digest},
          {"name", any_text(program.name)},
          {"step", program.step},
          {"from", program.from},
          {"package", any_text(program.package)},
          {"module", any_text(program.module)},
          {"target", any_text(program.target)},
          {"device", any_text(program.device)},
          {"reason", any_text(program.reason)},
          {"nanoseconds", program.nanoseconds},
          {"failed", program.has_failed ? 1 : 0}};
}

Json process_to_json(const ProcessSummary& process) {
  Json programs = Json::array();
  for (const ServedProgram& program : process.programs) programs.push_back(program_to_json(program));
  return {{"process", process.process},
          {"command", any_texts(process.command)},
          {"programs", std::move(programs)},
          {"trouble", any_texts(process.trouble)}};
}

Result<ProcessSummary> from_text(std::string_view text) {
  const Result<Json> json = parse_json(text, "summary of a process");
  if (!json) return fail(json);
  std::string problem;
  ObjectReader reader(*json, "summary", problem);
  if (reader.number("version") != 1) reader.complain("is of a version that this clc does not know");
  ProcessSummary summary;
  if (const Json* process = reader.object("process", true)) {
    ObjectReader fields(*process, "summary.process", problem);
    summary.process = fields.number("pid");
    summary.command = fields.any_texts("command");
  }
  reader.each("programs", true, [&](const Json& element, const std::string& where) {
    summary.programs.push_back(program_from_json(element, where, problem));
  });
  summary.trouble = reader.any_texts("trouble");
  summary.first_launch = reader.number("first_launch");
  if (!problem.empty()) return fail(ErrorKind::k_damaged, problem);
  return summary;
}

}  // namespace

std::uint64_t RunSummary::nanoseconds() const {
  std::uint64_t sum = 0;
  for (const ProcessSummary& process : processes) {
    for (const ServedProgram& program : process.programs) sum += program.nanoseconds;
  }
  return sum;
}

std::uint64_t RunSummary::nanoseconds_to_first_launch() const {
  std::uint64_t first = 0;
  for (const ProcessSummary& process : processes) {
    const std::uint64_t launch = process.first_launch;
    if (launch > started && (first == 0 || launch < first)) first = launch;
  }
  return first == 0 ? 0 : first - started;
}

std::map<std::string, std::uint64_t> RunSummary::counts() const {
  std::map<std::string, std::uint64_t> counts;
  for (const char* origin : k_origins) counts[origin] = 0;
  for (const ProcessSummary& process : processes) {
    for (const ServedProgram& program : process.programs) ++counts[program.from];
  }
  return counts;
}

std::uint64_t steady_nanoseconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

Result<ProcessSummary> decode_process_summary(std::string_view json) {
  return without_exceptions("summary", [&] { return from_text(json); });
}

std::vector<ProcessSummary> read_process_summaries(const std::string& folder) {
  namespace fs = std::filesystem;
  std::vector<std::string> paths;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with("summary-") && name.ends_with(".json")) paths.push_back(entry->path().string());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<ProcessSummary> summaries;
  for (const std::string& path : paths) {
    const Result<Bytes> text = read_ordinary_file(path, k_largest_file);
    Result<ProcessSummary> summary = text ? decode_process_summary(*text) : fail(text);
    if (!summary) {
      ProcessSummary unreadable;
      unreadable.trouble = {"a process left no summary that can be read: " + summary.error().message};
      summary = std::move(unreadable);
    }
    summaries.push_back(*std::move(summary));
  }
  return summaries;
}

std::string encode_run_summary(const RunSummary& summary) {
  Json processes = Json::array();
  for (const ProcessSummary& process : summary.processes) processes.push_back(process_to_json(process));
  return canonical_text(Json{{"type", "summary"},
                             {"version", 1},
                             {"command", any_texts(summary.command)},
                             {"exit_code", summary.exit_code},
                             {"counts", summary.counts()},
                             {"nanoseconds_waiting", summary.nanoseconds()},
                             {"nanoseconds_to_first_launch", summary.nanoseconds_to_first_launch()},
                             {"processes", std::move(processes)}});
}

}  // namespace clc
