// clc emulate: runs a program on emulated AMD GPUs, with what the layer compiles or finds for them.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <optional>

#include "base/environment_help.h"
#include "base/environment_variable.h"
#include "base/file_io.h"
#include "base/json_writer.h"
#include "base/staged_file.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "commands/commands.h"
#include "commands/emulate/chips.h"
#include "commands/emulate/findings.h"
#include "commands/layer/opencl_loader.h"
#include "commands/layer/serving.h"
#include "recording/summary_file.h"
#include "support/command_line.h"
#include "support/real_paths.h"
#include "support/standard_streams.h"
#include "toolchain/foreground.h"
#include "toolchain/helpers.h"
#include "toolchain/opencl_layer.h"

namespace clc {
namespace {

const std::vector<std::string> k_kinds = {
    "race", "uninitialised", "out-of-bounds", "misaligned", "divergent-barrier", "endless", "not-emulated", "all"};
const std::vector<std::string> k_checks = {"race", "uninitialised", "all"};

struct EmulateOptions {
  ServingOptions serve;
  std::vector<std::string> chips, fail_on, checks;
  std::optional<std::uint64_t> seed;
  std::string report;
  bool lists = false, has_no_layer = false, json = false, quiet = false;
};

CommandLine line_of(EmulateOptions& options) {
  const CommandLine line(
      "Runs a program, unchanged, on emulated AMD GPUs alone: they execute the machine code of its kernels, and say "
      "the\n"
      "source line of what is wrong. clc compiles the program's sources, or packages have them. The exit code is the\n"
      "program's, or 6 when --fail-on found something.",
      "clc emulate");
  line.add("--chip CHIPS", options.chips,
           "the GPUs that the program sees: chips or products, separated by commas (default:\ngfx942, gfx1100 and "
           "gfx1200; --list has all)")
      .one_value_each()
      .separated_by_commas();
  line.add("--seed N", options.seed,
           "the order of waves and what memory shows when; the same number gives the same again (default: 1)");
  line.add("--fail-on KINDS", options.fail_on,
           "end a launch at such a finding, and exit with 6: race, uninitialised, out-of-bounds, misaligned,\n"
           "divergent-barrier, endless, not-emulated, all")
      .separated_by_commas()
      .one_of(k_kinds);
  line.add("--check KINDS", options.checks, "tell of race, uninitialised, which cost time, and go on")
      .separated_by_commas()
      .one_of(k_checks);
  line.add("--report FILE", options.report, "write the findings to a file that ends in .txt, .json or .sarif");
  add_package_option(line, options.serve);
  line.add("--on-miss driver|fail", options.serve.on_miss,
           "for programs that no package has: driver (default) compiles them by clc, fail lets the build fail")
      .one_of({"driver", "fail"});
  add_loading_options(line, options.serve);
  line.flag("--no-layer", options.has_no_layer, "only the GPUs, for programs that load binaries themselves");
  line.flag("--list", options.lists, "list the chips, and run nothing");
  add_format_option(line, options.json, "of --list: ");
  add_quiet_option(line, options.quiet);
  line.ends_in("-- COMMAND…");
  line.footer(
      "Examples:\n  clc emulate --chip gfx1100 -- python3 blur.py\n"
      "  clc emulate --chip rx7900xtx --fail-on race,out-of-bounds --report found.sarif -- ./tests\n" +
      environment_help({Reads::k_emulator, Reads::k_layer, Reads::k_cache, Reads::k_helpers}));
  return line;
}

// The variables of the emulated GPUs stand for options that were not given, and are checked as these are.
Result<void> take_words(const char* name, const std::vector<std::string>& known, std::vector<std::string>& words) {
  if (!words.empty()) return {};
  const std::string given = environment_variable(name);
  for (const std::string_view word : split(given, ",")) {
    if (word.empty()) continue;
    if (!known.empty() && std::ranges::find(known, word) == known.end()) {
      return fail(ErrorKind::k_usage,
                  std::string(name) + ": " + std::string(word) + " is none of " + join(known, ", "));
    }
    words.emplace_back(word);
  }
  return {};
}

Result<void> check_number(const char* name, std::uint64_t least) {
  const std::string text = environment_variable(name);
  if (text.empty()) return {};
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [read_to, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc() && read_to == end && number >= least) return {};
  return fail(ErrorKind::k_usage, name + ("=" + text) + " is no number from " + std::to_string(least) + " on");
}

Result<void> take_environment(EmulateOptions& options) {
  CLC_TRY(take_words("CLC_EMULATOR_FAIL_ON", k_kinds, options.fail_on));
  CLC_TRY(take_words("CLC_EMULATOR_CHECK", k_checks, options.checks));
  if (options.chips.empty()) {
    CLC_TRY(take_words("CLC_EMULATOR_CHIP", {}, options.chips));
    options.chips = CLC_TRY(chosen_chips("CLC_EMULATOR_CHIP", options.chips));
  }
  if (!options.seed) CLC_TRY(check_number("CLC_EMULATOR_SEED", 0));
  if (!options.has_no_layer) CLC_TRY(take_environment(options.serve));
  CLC_TRY(check_number("CLC_EMULATOR_LIMIT", 1));
  CLC_TRY(check_number("CLC_EMULATOR_THREADS", 1));
  CLC_TRY(check_number("CLC_EMULATOR_ACCELERATOR", 0));
  CLC_TRY(check_number("CLC_EMULATOR_LOCAL_BYTES", 1));
  for (const char* name : {"CLC_EMULATOR_REPORT", "CLC_EMULATOR_COUNTERS"}) {
    if (const std::string file = environment_variable(name); !file.empty())
      CLC_TRY(in_context(name, check_writable(file)));
  }
  const std::string compiler = environment_variable("CLC_DRIVER_CLC");
  if (compiler.empty() || access(compiler.c_str(), X_OK) == 0) return {};
  return io_error("run CLC_DRIVER_CLC", compiler, errno);
}

std::string ending_of(const std::string& file) {
  return std::filesystem::path(file).extension().string();
}

Result<void> check(const EmulateOptions& options, const GivenCommand& given) {
  const bool has_serving = !options.serve.packages.empty() || !options.serve.keys.empty() ||
                           !options.serve.on_miss.empty() || options.serve.replaces_loader;
  const std::string ending = ending_of(options.report);
  const bool has_known_ending = ending == ".txt" || ending == ".json" || ending == ".sarif";
  return refuse({
      {options.lists && !given.command.empty(), "--list runs nothing: leave out everything after --"},
      {options.json && !options.lists, "--format belongs to --list"},
      {options.has_no_layer && has_serving,
       "--package, --key, --on-miss and --replace-loader are for the layer, which --no-layer leaves out"},
      {!options.report.empty() && !has_known_ending,
       "--report " + options.report + ": the name has to end in .txt, .json or .sarif"},
  });
}

std::string listed_chips(bool as_json) {
  if (as_json) {
    JsonWriter json(2);
    json.begin_object().key("chips").list(emulated_chips(), [&](const EmulatedChip& chip) {
      json.begin_object()
          .put("chip", chip.name, "target", "amdgcn:" + std::string(chip.name), "products", chip.products, "default",
               chip.is_shown, "by_subtraction", chip.is_by_subtraction)
          .end_object();
    });
    return json.end_object().text() + "\n";
  }
  std::string text;
  for (const EmulatedChip& chip : emulated_chips()) {
    std::string line = chip.name;
    line.resize(9, ' ');
    text += line + chip.products + (chip.is_shown ? " (shown without --chip)" : "") +
            (chip.is_by_subtraction ? " (by subtraction from gfx942)" : "") + "\n";
  }
  return text;
}

Settings settings_for(const EmulateOptions& options, const std::string& driver, const std::string& found) {
  Settings settings = emulated_gpu(driver, join(options.chips, ","));
  if (options.seed) settings.emplace_back("CLC_EMULATOR_SEED", std::to_string(*options.seed));
  settings.emplace_back("CLC_EMULATOR_REPORT", found);
  if (!options.checks.empty()) settings.emplace_back("CLC_EMULATOR_CHECK", join(options.checks, ","));
  if (!options.fail_on.empty()) settings.emplace_back("CLC_EMULATOR_FAIL_ON", join(options.fail_on, ","));
  return settings;
}

// Tells which builds were refused, and where the layer was in no process.
void report_layer(const RunSummary& summary, Sink& sink) {
  if (summary.processes.empty()) return explain_absence({summary.command.front(), summary.exit_code}, sink);
  report_builds(summary, {"refused"}, sink);
}

Result<int> run_on_gpus(const EmulateOptions& options, const std::string& driver,
                        const std::vector<std::string>& command, Sink& sink) {
  const ScratchFolder scratch = CLC_TRY(ScratchFolder::make());
  const std::string found = join_path(scratch.path(), "findings.json");
  const PathWithoutColon named = CLC_TRY(PathWithoutColon::make(driver));
  Settings settings = settings_for(options, named.get(), found);
  std::optional<LayersSetting> layers;
  const std::string summaries = join_path(scratch.path(), "summaries");
  if (!options.has_no_layer) {
    const std::string layer = CLC_TRY(find_opencl_layer());
    layers.emplace(CLC_TRY(LayersSetting::make(layer)));
    if (mkdir(summaries.c_str(), 0700) != 0) return io_error("make the folder", summaries, errno);
    for (auto& setting : CLC_TRY(settings_for(options.serve, *layers, summaries)))
      settings.push_back(std::move(setting));
  }
  const std::uint64_t started = steady_nanoseconds();
  const int code = exit_code_of(CLC_TRY(run_in_foreground(command, settings)));
  if (layers && !options.quiet) report_layer({command, code, started, take_summaries(summaries)}, sink);
  const std::vector<EmulatedFinding> findings = CLC_TRY(read_findings(found));
  if (const std::string wanted = environment_variable("CLC_EMULATOR_REPORT"); !wanted.empty())
    CLC_TRY(append_findings(findings, wanted));
  if (!options.report.empty())
    CLC_TRY(write_file_atomically(options.report, findings_report(findings, ending_of(options.report))));
  const auto counted = std::ranges::count_if(findings, [&](const EmulatedFinding& one) {
    return std::ranges::any_of(options.fail_on,
                               [&](const std::string& kind) { return kind == "all" || kind == one.finding.rule; });
  });
  if (counted == 0) return code;
  return fail(ErrorKind::k_gate, count(static_cast<std::uint64_t>(counted), "finding") + " of --fail-on " +
                                     join(options.fail_on, ",") + "; the program's own exit code is " +
                                     std::to_string(code));
}

}  // namespace

Result<int> emulate_command(const std::vector<std::string>& arguments, Sink& sink) {
  const auto dashes = std::ranges::find(arguments, "--");
  EmulateOptions options;
  const CommandLine line = line_of(options);
  if (!CLC_TRY(line.parse({arguments.begin(), dashes}))) return 0;
  const GivenCommand given = options.lists ? GivenCommand{{}, {dashes, arguments.end()}}
                                           : CLC_TRY(split_command(arguments, "clc emulate --chip CHIP"));
  CLC_TRY(check(options, given));
  options.chips = CLC_TRY(chosen_chips("--chip", options.chips));
  CLC_TRY(take_environment(options));
  CLC_TRY(refuse_overwriting("--report", options.report, files_of(options.serve)));
  const std::string driver = CLC_TRY(find_emulator());
  if (options.lists) return code_after(print(listed_chips(options.json)));
  if (!options.report.empty()) CLC_TRY(in_context("--report", check_writable(options.report)));
  return run_on_gpus(options, driver, given.command, sink);
}

}  // namespace clc
