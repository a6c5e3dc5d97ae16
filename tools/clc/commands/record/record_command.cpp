// clc record: runs a program and records what it compiles, or works on recordings.
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "base/environment_help.h"
#include "base/environment_variable.h"
#include "base/platform/paths.h"
#include "base/text.h"
#include "base/try.h"
#include "commands/commands.h"
#include "commands/layer/opencl_loader.h"
#include "commands/record/record_work.h"
#include "recording/recorded_use.h"
#include "recording/recorder.h"
#include "recording/recording.h"
#include "recording/summary_file.h"
#include "support/command_line.h"
#include "support/real_paths.h"
#include "support/shell_word.h"
#include "toolchain/foreground.h"
#include "toolchain/opencl_layer.h"

namespace clc {
namespace {

CommandLine line_of(RecordOptions& options) {
  const CommandLine line(
      "Runs a program, unchanged, and records the OpenCL programs that it compiles: sources, headers, options,\n"
      "devices, kernels, launches, and how long it waited. `clc compile FOLDER -t TARGET -o PACKAGE` compiles the\n"
      "recording. The exit code is the program's. With one of --merge, --shrink, --compare and --report it works on\n"
      "recordings, and runs nothing.",
      "clc record");
  line.add("RECORDING", options.recordings, "of --merge, --shrink, --compare and --report: the recordings");
  line.add("-o,--output FOLDER", options.folder, "the recording; of --report the page, without it standard output");
  line.flag("--append", options.append, "add to a recording that is there");
  line.flag("--times", options.times, "measure how long kernels run, by the queues' profiling");
  const char* const group = "Work on recordings";
  line.flag("--merge", options.merge, "make one recording of all").group(group);
  line.flag("--shrink", options.shrink,
            "the same, without programs that cannot be compiled ahead, and with launches of about the same size summed")
      .group(group);
  line.add("--keep N", options.shrinking.most_of_series,
           "of --shrink: of programs that differ only in values of macros, only the N with most launches")
      .positive()
      .group(group);
  line.flag("--launched", options.shrinking.only_launched, "of --shrink: only programs that launched a kernel")
      .group(group);
  line.flag("--compare", options.compare, "what the second recording compiles and the first does not").group(group);
  line.flag("--exit-code", options.exit_code_wanted, "of --compare: exit 6 when there is such a program").group(group);
  line.add("--report FORMAT", options.format, "a page with programs, times and launches")
      .one_of(std::vector<std::string>{"html"})
      .group(group);
  add_format_option(line, options.json, "of --compare: ");
  add_quiet_option(line, options.quiet);
  line.ends_in("[-- COMMAND…]");
  line.footer(
      "Examples:\n  clc record -o recording -- clpeak --compute-sp\n"
      "  clc record --compare v1 v2 --exit-code\n" +
      environment_help({Reads::k_layer, Reads::k_helpers}));
  return line;
}

// Returns the option that says which work on recordings is to be done, or an empty text.
Result<std::string> chosen_work(const RecordOptions& options) {
  std::vector<std::string> given;
  if (options.merge) given.emplace_back("--merge");
  if (options.shrink) given.emplace_back("--shrink");
  if (options.compare) given.emplace_back("--compare");
  if (!options.format.empty()) given.emplace_back("--report");
  CLC_TRY(refuse({{given.size() > 1, join(given, " and ") + " do different things: give one of them"}}));
  return given.empty() ? std::string() : given.front();
}

Result<void> check_work(const RecordOptions& options, const std::string& work) {
  const std::vector<std::string>& recordings = options.recordings;
  const bool makes_recording = work == "--merge" || work == "--shrink", compares = work == "--compare";
  const bool shrinks = options.shrinking.most_of_series != 0 || options.shrinking.only_launched;
  const std::string first = recordings.empty() ? "" : recordings.front();
  return refuse({
      {shrinks && work != "--shrink", "--keep and --launched belong to --shrink"},
      {compares && recordings.size() != 2, "--compare takes two recordings: clc record --compare V1 V2"},
      {!work.empty() && recordings.empty(), work + " lacks a recording: clc record " + work + " FOLDER…"},
      {work.empty() && !recordings.empty(), first + ": the program to record follows --, and recordings belong " +
                                                "to --merge, --shrink, --compare and --report"},
      {makes_recording && options.folder.empty(), work + " writes a recording: name its folder with -o FOLDER"},
      {work.empty() && options.folder.empty(),
       "name the folder that the recording goes to: clc record -o FOLDER -- COMMAND…"},
      {options.folder == "-" && work != "--report", "--output: " + refuse_standard_output(options.folder)},
      {compares && !options.folder.empty(), "--compare prints what differs, and takes no --output"},
      {options.append && !work.empty(), "--append belongs to clc record -o FOLDER -- COMMAND…"},
      {options.times && !work.empty(), "--times belongs to clc record -o FOLDER -- COMMAND…"},
      {(options.exit_code_wanted || options.json) && !compares, "--exit-code and --format belong to --compare"},
  });
}

Result<void> check_folder(const RecordOptions& options) {
  std::error_code ignored;
  if (!std::filesystem::exists(platform::to_path(options.folder), ignored)) return {};
  return refuse({{is_recording(options.folder) && !options.append,
                  options.folder + " is a recording already: add to it with --append"}});
}

// The time that runs waited for the compiler, and the part of it that a package would save.
struct Waiting {
  std::uint64_t nanoseconds = 0, saved = 0, builds = 0;
  std::set<std::string> programs;  // of the recording; what is linked of them is none
};

Waiting waiting_of(const Recording& recording, const std::set<std::string>& known_runs) {
  const std::set<std::string> answered = programs_answered(recording, uses_of(recording));
  std::set<std::string> held;
  for (const RecordedProgram& program : recording.programs) held.insert(program.digest);
  Waiting waiting;
  for (const RecordedRun& run : recording.runs) {
    if (known_runs.contains(run.file)) continue;
    for (const RecordedBuild& build : run.builds) {
      waiting.nanoseconds += build.nanoseconds;
      waiting.builds += build.count;
      if (held.contains(build.digest)) waiting.programs.insert(build.digest);
      if (answered.contains(build.digest)) waiting.saved += build.nanoseconds;
    }
  }
  return waiting;
}

// Removes the files of runs that built nothing, which were only to tell that the layer was there.
void remove_empty_runs(const std::string& folder, const Recording& recording) {
  std::error_code ignored;
  for (const RecordedRun& run : recording.runs) {
    if (run.builds.empty() && run.launches.empty() && run.not_recorded.empty())
      std::filesystem::remove(platform::to_path(folder) / "runs" / run.file, ignored);
  }
}

// Sorted by the reason, with how often each run but the known ones met it.
std::map<std::string, std::uint64_t> left_out(const Recording& recording, const std::set<std::string>& known_runs) {
  std::map<std::string, std::uint64_t> reasons;
  for (const RecordedRun& run : recording.runs) {
    if (known_runs.count(run.file) != 0) continue;
    for (const NotRecorded& one : run.not_recorded) reasons[one.reason] += one.count;
  }
  return reasons;
}

// The number of launches that the runs but the known ones have times of.
std::uint64_t measured_launches(const Recording& recording, const std::set<std::string>& known_runs) {
  std::uint64_t measured = 0;
  for (const RecordedRun& run : recording.runs) {
    if (known_runs.contains(run.file)) continue;
    for (const RecordedLaunch& launch : run.launches)
      for (const RecordedTimes& times : launch.times) measured += times.count;
  }
  return measured;
}

void report_recorded(const std::string& folder, const Recording& recording, const std::set<std::string>& known_runs,
                     const EndedCommand& command, Sink& sink) {
  const Waiting waiting = waiting_of(recording, known_runs);
  const std::map<std::string, std::uint64_t> reasons = left_out(recording, known_runs);
  const auto note = [&](const std::string& text) { sink.message(Severity::k_note, text); };
  if (waiting.builds == 0 && reasons.empty()) {
    const bool was_loaded =
        std::ranges::any_of(recording.runs, [&](const RecordedRun& run) { return !known_runs.contains(run.file); });
    return was_loaded ? note("the program used OpenCL, and built no program: nothing was to be recorded")
                      : explain_absence(command, sink);
  }
  note(folder + " holds " + count(recording.programs.size(), "program") + "; this run built " +
       std::to_string(waiting.programs.size()) + " of them");
  if (waiting.builds != 0) {
    note("waited " + duration_text(waiting.nanoseconds) + " for " + count(waiting.builds, "build") + "; " +
         duration_text(waiting.saved) + " of it is for programs that `clc compile " + shell_word(folder) +
         "` can compile ahead");
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

// Takes back an empty recording, of a program that could not be started. `made`: the folders that were made for it.
void remove_unused(const std::string& folder, const std::vector<std::filesystem::path>& made) {
  std::error_code ignored;
  std::filesystem::remove(platform::to_path(folder) / k_recording_file, ignored);
  for (const std::filesystem::path& one : made) std::filesystem::remove(one, ignored);
}

// The folder and those above it that are not there, the deepest first.
std::vector<std::filesystem::path> missing_folders(const std::string& folder) {
  std::error_code ignored;
  std::vector<std::filesystem::path> missing;
  for (auto at = std::filesystem::absolute(platform::to_path(folder), ignored).lexically_normal();
       at.has_relative_path() && !std::filesystem::exists(at, ignored); at = at.parent_path())
    missing.push_back(at);
  return missing;
}

Result<int> record_program(const RecordOptions& options, const std::vector<std::string>& command, Sink& sink) {
  CLC_TRY(check_folder(options));
  const std::string layer = CLC_TRY(find_opencl_layer());
  const bool is_new = !is_recording(options.folder);
  const std::vector<std::filesystem::path> made_folders = missing_folders(options.folder);
  // The folder is made here, so that what is wrong with it is told before the program runs.
  const std::unique_ptr<layer::Recorder> made = CLC_TRY(layer::Recorder::open(options.folder));
  const std::set<std::string> known_runs = runs_in(options.folder);

  const LayersSetting layers = CLC_TRY(LayersSetting::make(layer));
  Settings settings = {
      layers.get(),
      {"CLC_LAYER_RECORD", platform::to_text(std::filesystem::absolute(platform::to_path(options.folder)))}};
  if (options.times) settings.emplace_back("CLC_LAYER_TIMES", "1");
  // Compile times are part of a recording, and a program that comes from a cache is not compiled.
  if (environment_variable("CLC_LAYER_CACHE").empty()) settings.emplace_back("CLC_LAYER_CACHE", "0");
  const Result<Ending> ending = run_in_foreground(command, settings);
  if (!ending && is_new) remove_unused(options.folder, made_folders);
  if (!ending) return fail(ending);
  const Recording recording = CLC_TRY(read_recording(options.folder, false));
  const int code = exit_code_of(*ending);
  if (!options.quiet) report_recorded(options.folder, recording, known_runs, {command.front(), code}, sink);
  if (!options.quiet && options.times) {
    const std::uint64_t measured = measured_launches(recording, known_runs);
    sink.message(Severity::k_note, "times of " + std::to_string(measured) + (measured == 1 ? " launch" : " launches") +
                                       ": `clc report … --format html --measured " + shell_word(options.folder) +
                                       "` shows them");
  }
  remove_empty_runs(options.folder, recording);
  return code;
}

}  // namespace

Result<int> record_command(const std::vector<std::string>& arguments, Sink& sink) {
  const auto dashes = std::ranges::find(arguments, "--");
  RecordOptions options;
  const CommandLine line = line_of(options);
  if (!CLC_TRY(line.parse({arguments.begin(), dashes}))) return 0;
  const Result<std::string> work = chosen_work(options);
  if (!work) return fail(work);
  if (work->empty()) {
    CLC_TRY(check_work(options, *work));
    const GivenCommand given = CLC_TRY(split_command(arguments, "clc record -o FOLDER"));
    return record_program(options, given.command, sink);
  }
  CLC_TRY(refuse({{dashes != arguments.end(),
                   *work + " works on recordings, and runs no program: leave out everything after --"}}));
  CLC_TRY(check_work(options, *work));
  if (*work == "--compare") return compare_command(options);
  return *work == "--report" ? recording_page_command(options) : merge_command(options, sink);
}

}  // namespace clc
