// clc record: runs a program and records what it compiles.
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "base/environment_help.h"
#include "base/environment_variable.h"
#include "base/text.h"
#include "commands/commands.h"
#include "commands/layer/opencl_loader.h"
#include "recording/recorded_use.h"
#include "recording/recorder.h"
#include "recording/recording.h"
#include "recording/summary_file.h"
#include "support/command_line.h"
#include "toolchain/foreground.h"
#include "toolchain/opencl_layer.h"

namespace clc {
namespace {

struct RecordOptions {
  std::string folder;
  bool append = false;
  bool quiet = false;
};

Result<bool> parse(const std::vector<std::string>& arguments, RecordOptions& options) {
  const CommandLine line(
      "Runs a program, unchanged, and records the OpenCL programs that it compiles: sources, headers, options,\n"
      "devices, kernels, launches, and how long it waited. `clc compile FOLDER -t TARGET -o PACKAGE` compiles the\n"
      "recording. The exit code is the program's.",
      "clc record");
  line.add("-o,--output FOLDER", options.folder, "the recording").required();
  line.flag("--append", options.append, "add to a recording that is there");
  add_quiet_option(line, options.quiet);
  line.footer("Example:\n  clc record -o recording -- clpeak --compute-sp\n" +
              environment_help({Reads::k_layer, Reads::k_helpers}));
  return line.parse(arguments);
}

Result<void> check_folder(const RecordOptions& options) {
  std::error_code ignored;
  if (!std::filesystem::exists(options.folder, ignored)) return {};
  if (is_recording(options.folder) && !options.append) {
    return fail(ErrorKind::k_usage, options.folder + " is a recording already: add to it with --append");
  }
  return {};
}

// The time that runs waited for the compiler, and the part of it that a package would save.
struct Waiting {
  std::uint64_t nanoseconds = 0;
  std::uint64_t saved = 0;
  std::uint64_t builds = 0;
  std::set<std::string> programs;  // of the recording; what is linked of them is none
};

Waiting waiting_of(const Recording& recording, const std::set<std::string>& known_runs) {
  const RecordedUses uses = uses_of(recording);
  std::set<std::string> compiled;
  for (const RecordedProgram& program : recording.programs) {
    if (!reason_to_skip(program, uses).empty()) continue;
    for (const std::string& digest : programs_answered_by(program, uses)) compiled.insert(digest);
  }
  std::set<std::string> held;
  for (const RecordedProgram& program : recording.programs) held.insert(program.digest);
  Waiting waiting;
  for (const RecordedRun& run : recording.runs) {
    if (known_runs.count(run.file) != 0) continue;
    for (const RecordedBuild& build : run.builds) {
      waiting.nanoseconds += build.nanoseconds;
      waiting.builds += build.count;
      if (held.count(build.digest) != 0) waiting.programs.insert(build.digest);
      if (compiled.count(build.digest) != 0) waiting.saved += build.nanoseconds;
    }
  }
  return waiting;
}

void tell(const std::string& folder, const Recording& recording, const std::set<std::string>& known_runs,
          const std::string& command, Sink& sink) {
  const Waiting waiting = waiting_of(recording, known_runs);
  const auto note = [&](const std::string& text) { sink.message(Severity::k_note, text); };
  if (waiting.builds == 0) {
    const std::string advice = loader_advice(command);
    if (!advice.empty()) return sink.message(Severity::k_warning, advice);
    note("the program compiled nothing by OpenCL, or its loader knows no layers (docs/layer.md)");
    return;
  }
  note(folder + " holds " + count(recording.programs.size(), "program") + "; this run built " +
       std::to_string(waiting.programs.size()) + " of them");
  note("waited " + duration_text(waiting.nanoseconds) + " for " + count(waiting.builds, "build") + "; " +
       duration_text(waiting.saved) + " of it is for programs that `clc compile " + folder + "` can compile ahead");
  std::map<std::string, std::uint64_t> reasons;
  for (const RecordedRun& run : recording.runs) {
    if (known_runs.count(run.file) != 0) continue;
    for (const NotRecorded& one : run.not_recorded) reasons[one.reason] += one.count;
  }
  for (const auto& [reason, times] : reasons) note("not recorded: " + reason + " (" + count(times, "time") + ")");
}

std::set<std::string> runs_in(const std::string& folder) {
  std::set<std::string> runs;
  const Result<Recording> recording = read_recording(folder, false);
  if (!recording) return runs;
  for (const RecordedRun& run : recording->runs) runs.insert(run.file);
  return runs;
}

}  // namespace

Result<int> record_command(const std::vector<std::string>& arguments, Sink& sink) {
  const Result<GivenCommand> given = split_command(arguments, "clc record -o FOLDER");
  if (!given) return fail(given);
  RecordOptions options;
  const Result<bool> parsed = parse(given->before, options);
  if (!parsed) return fail(parsed);
  if (!*parsed) return 0;
  if (Result<void> checked = check_folder(options); !checked) return fail(checked);
  const Result<std::string> layer = find_opencl_layer();
  if (!layer) return fail(layer);
  // The folder is made here, so that what is wrong with it is told before the program runs.
  const Result<std::unique_ptr<layer::Recorder>> made = layer::Recorder::open(options.folder);
  if (!made) return fail(made);
  const std::set<std::string> known_runs = runs_in(options.folder);

  Settings settings = {layers_setting(*layer),
                       {"CLC_LAYER_RECORD", std::filesystem::absolute(options.folder).string()}};
  // Compile times are part of a recording, and a program that comes from a cache is not compiled.
  if (environment_variable("CLC_LAYER_CACHE").empty()) settings.emplace_back("CLC_LAYER_CACHE", "0");
  const Result<Ending> ending = run_in_foreground(given->command, settings);
  if (!ending) return fail(ending);
  const Result<Recording> recording = read_recording(options.folder, false);
  if (!recording) return fail(recording);
  if (!options.quiet) tell(options.folder, *recording, known_runs, given->command.front(), sink);
  return exit_code_of(*ending);
}

}  // namespace clc
