// clc run: runs a program with binaries from packages in the place of what its driver would compile.
#include <algorithm>

#include "base/environment_help.h"
#include "base/staged_file.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "commands/commands.h"
#include "commands/layer/opencl_loader.h"
#include "commands/layer/serving.h"
#include "protocol/sanitize_section.h"
#include "recording/summary_file.h"
#include "support/command_line.h"
#include "support/real_paths.h"
#include "support/standard_streams.h"
#include "toolchain/foreground.h"
#include "toolchain/helpers.h"
#include "toolchain/opencl_layer.h"
#include "toolchain/run_process.h"

namespace clc {
namespace {

struct RunOptions {
  ServingOptions serve;
  std::string summary;
  bool json = false, quiet = false;
};

Result<bool> parse(const std::vector<std::string>& arguments, RunOptions& options) {
  const CommandLine line(
      "Runs a program, unchanged, and gives it the binaries of packages for the OpenCL programs that it compiles. A\n"
      "package that `clc compile` made of a recording says which programs it has. The exit code is the program's.",
      "clc run");
  add_package_option(line, options.serve);
  line.add("--on-miss driver|compile|fail", options.serve.on_miss,
           "for programs that no package has: driver (default) compiles them, compile asks clc, fail lets the build "
           "fail")
      .one_of({"driver", "compile", "fail"});
  line.flag("--sanitize{all} CHECKS", options.serve.checks,
            "let clc compile all programs, with all checks or these (clc compile --sanitize), and tell what they find: "
            "exit code 6");
  line.add("--on-fault continue|stop", options.serve.on_fault,
           "with --sanitize: what kernels do behind a fault: continue (default), or stop, and launch nothing more")
      .one_of({"continue", "stop"});
  add_loading_options(line, options.serve);
  line.add("--summary FILE", options.summary, "write the origin of each build, as JSON").check(refuse_standard_output);
  add_format_option(line, options.json);
  add_quiet_option(line, options.quiet);
  line.ends_in("-- COMMAND…");
  line.footer("Example:\n  clc run --package app.clcpack --on-miss fail -- clpeak --compute-sp\n" +
              environment_help({Reads::k_layer, Reads::k_cache, Reads::k_helpers}));
  return line.parse(arguments);
}

// Says why the layer saw no build.
void explain_no_builds(const RunSummary& summary, Sink& sink) {
  if (!summary.processes.empty()) return sink.message(Severity::k_note, "the program compiled nothing");
  explain_absence({summary.command.front(), summary.exit_code}, sink);
}

// The builds in which the driver compiled nothing.
std::uint64_t failed_builds(const RunSummary& summary) {
  std::uint64_t failed = 0;
  for (const ProcessSummary& process : summary.processes) {
    failed += static_cast<std::uint64_t>(std::ranges::count_if(
        process.programs, [](const ServedProgram& program) { return program.from == "driver" && program.has_failed; }));
  }
  return failed;
}

void report_summary(const RunSummary& summary, Sink& sink) {
  std::map<std::string, std::uint64_t> counts = summary.counts();
  std::uint64_t all = 0;
  for (const auto& [origin, times] : counts) all += times;
  if (all == 0) {
    explain_no_builds(summary, sink);
  } else {
    counts["failed"] = failed_builds(summary);
    counts["driver"] -= counts["failed"];
    const auto part = [&](const char* origin, const std::string& text) {
      const std::uint64_t times = counts.at(origin);
      return times == 0 ? std::string() : ", " + std::to_string(times) + " " + text;
    };
    const std::string parts = part("package", "from packages") + part("cache", "from the cache") +
                              part("compiled", "compiled by clc") + part("driver", "compiled by the driver") +
                              part("refused", "refused") + part("failed", "failed");
    sink.message(Severity::k_note, count(all, "build") + ": " + parts.substr(2) + "; " +
                                       duration_text(summary.nanoseconds()) + " in all");
    const std::uint64_t to_first = summary.nanoseconds_to_first_launch();
    if (to_first != 0) sink.message(Severity::k_note, "the first kernel was launched after " + duration_text(to_first));
  }
  report_builds(summary, {"cache", "compiled", "driver", "refused"}, sink);
}

// Tells the findings of kernels with checks, whatever else is told.
void tell_reports(const RunSummary& summary, Sink& sink) {
  for (const ProcessSummary& process : summary.processes) {
    for (const std::string& report : process.reports) sink.message(Severity::k_warning, report);
  }
}

bool has_reports(const RunSummary& summary) {
  return std::ranges::any_of(summary.processes, [](const ProcessSummary& one) { return !one.reports.empty(); });
}

}  // namespace

Result<int> run_command(const std::vector<std::string>& arguments, Sink& sink) {
  const GivenCommand given = CLC_TRY(split_command(arguments, "clc run --package PACKAGE"));
  RunOptions options;
  if (!CLC_TRY(parse(given.before, options))) return 0;
  if (!options.serve.checks.empty()) {
    CLC_TRY(parse_checks(options.serve.checks));
    CLC_TRY(refuse({{!options.serve.packages.empty() || !options.serve.on_miss.empty(),
                     "--sanitize compiles all programs: it takes neither --package nor --on-miss"}}));
    options.serve.on_miss = "compile";
  } else {
    CLC_TRY(refuse({{!options.serve.on_fault.empty(), "--on-fault needs --sanitize"}}));
    CLC_TRY(take_environment(options.serve));
    CLC_TRY(refuse({{options.serve.packages.empty(), "no package given: add --package PACKAGE, or set CLC_PACKAGE"}}));
  }
  CLC_TRY(refuse_overwriting("--summary", options.summary, files_of(options.serve)));

  if (!options.summary.empty()) CLC_TRY(in_context("--summary", check_writable(options.summary)));
  const ScratchFolder summaries = CLC_TRY(ScratchFolder::make());
  const std::string layer = CLC_TRY(find_opencl_layer());
  const LayersSetting layers = CLC_TRY(LayersSetting::make(layer));
  const Settings settings = CLC_TRY(settings_for(options.serve, layers, summaries.path()));
  const std::uint64_t started = steady_nanoseconds();
  const Ending ending = CLC_TRY(run_in_foreground(given.command, settings));

  const RunSummary summary{given.command, exit_code_of(ending), started, take_summaries(summaries.path())};
  const std::string json = encode_run_summary(summary) + "\n";
  if (!options.json) tell_reports(summary, sink);
  if (!options.quiet && options.json) print_error(json);
  if (!options.quiet && !options.json) report_summary(summary, sink);
  if (!options.summary.empty()) CLC_TRY(write_file_atomically(options.summary, json));
  return summary.exit_code == 0 && has_reports(summary) ? exit_code(ErrorKind::k_gate) : summary.exit_code;
}

}  // namespace clc
