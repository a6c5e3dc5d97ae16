#include "recording/summary_file.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "base/fields/json_fields.h"
#include "base/platform/paths.h"
#include "base/try.h"
#include "base/without_exceptions.h"
#include "clc/base/file.h"

namespace clc {
namespace {

constexpr std::uint64_t k_largest_summary = std::uint64_t{256} << 20U;
const EnumNames k_origins = {"package", "cache", "compiled", "driver", "refused"};

bool is_origin(const std::string& text) {
  return std::ranges::find(k_origins, text) != k_origins.end();
}

// The layer's own file about a process.
struct ProcessFile {
  ProcessSummary summary;
};

// The object "process" in it.
struct Process {
  std::uint64_t pid = 0;
  std::vector<std::string> command;
};

}  // namespace

template <class F>
void fields(F& f, FieldsOf<F, ServedProgram>& program) {
  f.any("digest", program.digest, "name", program.name);
  f.all("step", program.step, "from", program.from);
  f.require(is_origin(program.from), "has an unknown \"from\"");
  f.any("package", program.package, "module", program.module, "target", program.target, "device", program.device);
  f.any("reason", program.reason);
  f.all("nanoseconds", program.nanoseconds, "failed", program.has_failed);
}

template <class F>
void fields(F& f, FieldsOf<F, ProcessSummary>& process) {
  f.any("process", process.process, "command", process.command, "programs", process.programs);
  f.any("trouble", process.trouble);
  f.optional_texts("reports", process.reports);
}

template <class F>
void fields(F& f, FieldsOf<F, Process>& process) {
  f.any("pid", process.pid, "command", process.command);
}

template <class F>
void fields(F& f, FieldsOf<F, ProcessFile>& file) {
  std::uint64_t version = 1;
  f.number("version", version);
  f.require(version == 1, "is of a version that this clc does not know");
  Process process{file.summary.process, file.summary.command};
  f.object("process", process);
  if constexpr (F::k_reads) {
    file.summary.process = process.pid;
    file.summary.command = std::move(process.command);
  }
  f.any("programs", file.summary.programs, "trouble", file.summary.trouble, "first_launch", file.summary.first_launch);
  f.optional_texts("reports", file.summary.reports);
}

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
  ProcessFile file =
      CLC_TRY(without_exceptions("summary", [&] { return decode_json<ProcessFile>(json, "summary of a process"); }));
  return std::move(file.summary);
}

std::vector<ProcessSummary> read_process_summaries(const std::string& folder) {
  namespace fs = std::filesystem;
  std::vector<std::string> paths;
  std::error_code error;
  for (fs::directory_iterator entry(platform::to_path(folder), error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = platform::to_text(entry->path().filename());
    if (name.starts_with("summary-") && name.ends_with(".json")) paths.push_back(platform::to_text(entry->path()));
  }
  std::ranges::sort(paths);
  std::vector<ProcessSummary> summaries;
  for (const std::string& path : paths) {
    const Result<Bytes> text = read_ordinary_file(path, k_largest_summary);
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
  for (const ProcessSummary& process : summary.processes) processes.push_back(json_of(process));
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
