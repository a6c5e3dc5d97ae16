// clc capture: runs a program and keeps one launch of a kernel, with its memory before and after.
#include <algorithm>
#include <filesystem>
#include <map>

#include "base/environment_help.h"
#include "base/staged_file.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/package/package.h"
#include "commands/commands.h"
#include "commands/layer/opencl_loader.h"
#include "commands/replay/compare_memory.h"
#include "commands/replay/replay_run.h"
#include "package/find_packages.h"
#include "package/one_module.h"
#include "recording/capture.h"
#include "recording/recorder.h"
#include "recording/recording_folder.h"
#include "serve/silent_sink.h"
#include "support/command_line.h"
#include "support/real_paths.h"
#include "toolchain/foreground.h"
#include "toolchain/opencl_layer.h"

namespace clc {
namespace {

struct CaptureOptions {
  std::string file, kernel, package;
  std::uint64_t number = 1;
  bool quiet = false;
};

CommandLine line_of(CaptureOptions& options) {
  const CommandLine line(
      "Runs a program, unchanged, and keeps one launch of a kernel in a file: the kernel's program, its arguments, "
      "and\n"
      "the memory that it reaches, before and after. `clc replay FILE` repeats it. The exit code is the program's, or\n"
      "3 when nothing was captured.",
      "clc capture");
  line.add("-o,--output FILE", options.file, "the capture, whose name ends in .clccap").required();
  line.add("--kernel NAME", options.kernel, "only launches of this kernel count");
  line.add("--launch N", options.number, "the N-th of those that count (default: 1)").positive();
  line.add("--package PACKAGE", options.package,
           "the package that the program loads by itself: the capture gets all variants of the kernel's module");
  add_quiet_option(line, options.quiet);
  line.ends_in("-- COMMAND…");
  line.footer(
      "Examples:\n  clc capture -o blur.clccap --kernel blur -- python3 blur.py\n"
      "  clc replay blur.clccap -t amdgcn:gfx1100\n" +
      environment_help({Reads::k_layer, Reads::k_helpers}));
  return line;
}

Result<void> check(const CaptureOptions& options) {
  return refuse({
      {!is_capture_name(options.file), "-o " + options.file + ": the name of a capture ends in .clccap"},
      {options.kernel.find('\n') != std::string::npos, "--kernel is no name"},
  });
}

// Describes the launch for the recording, from which `clc report --time` forecasts it.
RecordedLaunch recorded_launch(const Capture& capture) {
  static constexpr const char* k_kind_names[] = {"value", "local", "buffer", "image", "sampler"};
  RecordedLaunch launch;
  launch.digest = capture.program;
  launch.kernel = capture.kernel;
  launch.dimensions = capture.dimensions;
  launch.offset = capture.offset;
  launch.global = capture.global;
  launch.local = capture.local;
  for (const CapturedArgument& from : capture.arguments) {
    RecordedArgument& argument = launch.arguments.emplace_back();
    argument.kind = k_kind_names[static_cast<std::size_t>(from.kind)];
    argument.type = from.type;
    argument.name = from.name;
    argument.size = from.kind == CapturedKind::k_value ? from.value.size() : from.size;
    if (from.kind == CapturedKind::k_value) argument.value = whole_number(argument, from.value);
  }
  return launch;
}

Result<void> add_recording(const Recording& whole, const std::string& folder, Capture& capture) {
  const Recording part = recording_of(whole, capture.program, recorded_launch(capture));
  if (part.programs.empty()) return fail(ErrorKind::k_io, "no launch was captured: its program could not be recorded");
  CLC_TRY(write_recording(folder, part));
  return pack_recording(folder, capture);
}

// Takes the module over that has the binary.
Result<void> add_package(const std::string& path, Capture& capture) {
  if (path.empty()) {
    return fail(ErrorKind::k_io,
                "no launch was captured: the program loaded a binary of its own, whose source is not known; name the "
                "package that it is from by --package");
  }
  const Package package = CLC_TRY(open_package(path));
  for (const Module& module : package.manifest().modules) {
    for (const Variant& variant : module.variants) {
      if (variant.sha256 != capture.binary) continue;
      capture.module = module.name;
      capture.files[k_captured_package] = CLC_TRY(package_of_module(package, module));
      return {};
    }
  }
  return fail(ErrorKind::k_io, "no launch was captured: " + path + " does not have the binary that was loaded");
}

// Drivers may tell no names and types of arguments. The compiled program has them, where clc can compile it.
bool describe_arguments(Capture& capture) {
  if (std::ranges::none_of(capture.arguments, [](const CapturedArgument& one) { return one.type.empty(); }))
    return false;
  SilentSink sink;
  const ReplayPlace place{capture.module.empty() ? "spirv64" : "", ""};
  const Result<Replayer> replayer = Replayer::make(capture, place, std::chrono::seconds(60), sink);
  if (replayer) replayer->describe_arguments(capture);
  return replayer.has_value();
}

// Why there is no capture: what the layer could not do, or which launches there were.
Failure nothing_captured(const CaptureOptions& options, const Recording& recording, const EndedCommand& command,
                         Sink& sink) {
  std::map<std::string, std::uint64_t> launches;
  for (const RecordedRun& run : recording.runs) {
    for (const NotRecorded& one : run.not_recorded)
      if (one.reason.starts_with("the launch")) return fail(ErrorKind::k_io, one.reason);
    for (const RecordedLaunch& launch : run.launches) launches[launch.kernel] += launch.count;
  }
  if (recording.runs.empty()) explain_absence(command, sink);
  std::vector<std::string> texts;
  for (const auto& [kernel, times] : launches) texts.push_back(kernel + " (" + count(times, "time") + ")");
  const std::string wanted = options.kernel.empty()
                                 ? "launch " + std::to_string(options.number)
                                 : "launch " + std::to_string(options.number) + " of " + options.kernel;
  return fail(ErrorKind::k_io, "no launch was captured: the program did not come to " + wanted +
                                   (texts.empty() ? "; it launched nothing" : "; it launched " + join(texts, ", ")));
}

std::string summary_of(const Capture& capture, std::size_t bytes) {
  std::uint64_t memory = 0;
  for (const CapturedMemory& one : capture.memory) memory += one.size;
  return capture.kernel + " on " + capture.device.name + ", global size " + global_size_text(capture) + ", " +
         count(capture.arguments.size(), "argument") + ", " + count(memory, "byte") + " of memory, in " +
         count(bytes, "byte");
}

Result<int> capture_launch(const CaptureOptions& options, const std::vector<std::string>& command, Sink& sink) {
  const std::string layer = CLC_TRY(find_opencl_layer());
  const ScratchFolder scratch = CLC_TRY(ScratchFolder::make());
  const std::string recorded = join_path(scratch.path(), "recorded"), captured = join_path(scratch.path(), "captured");
  const std::unique_ptr<layer::Recorder> made = CLC_TRY(layer::Recorder::open(recorded));
  const LayersSetting layers = CLC_TRY(LayersSetting::make(layer));
  const Settings settings = {
      layers.get(),
      {"CLC_LAYER_RECORD", recorded},
      {"CLC_LAYER_CAPTURE", captured},
      {"CLC_LAYER_CAPTURE_LAUNCH", std::to_string(options.number) + " " + options.kernel},
      // A program that comes from a cache is not compiled, and so not recorded.
      {"CLC_LAYER_CACHE", "0"},
  };
  const int code = exit_code_of(CLC_TRY(run_in_foreground(command, settings)));
  const Recording recording = CLC_TRY(read_recording(recorded));
  std::error_code ignored;
  if (!std::filesystem::exists(captured, ignored))
    return nothing_captured(options, recording, {command.front(), code}, sink);
  Capture capture = CLC_TRY(read_capture(captured));
  CLC_TRY(capture.binary.empty() ? add_recording(recording, join_path(scratch.path(), "part"), capture)
                                 : add_package(options.package, capture));
  // The launch in the recording gets the names, too.
  if (describe_arguments(capture) && capture.binary.empty())
    CLC_TRY(add_recording(recording, join_path(scratch.path(), "named"), capture));
  compress_capture(capture);
  const Bytes bytes = encode_capture(capture);
  if (bytes.size() > k_largest_capture) return fail(ErrorKind::k_io, "the capture would be larger than 4 GiB");
  CLC_TRY(write_file_atomically(options.file, bytes));
  if (!options.quiet) sink.message(Severity::k_note, "captured " + summary_of(capture, bytes.size()));
  return code;
}

}  // namespace

Result<int> capture_command(const std::vector<std::string>& arguments, Sink& sink) {
  const auto dashes = std::ranges::find(arguments, "--");
  CaptureOptions options;
  const CommandLine line = line_of(options);
  if (!CLC_TRY(line.parse({arguments.begin(), dashes}))) return 0;
  CLC_TRY(check(options));
  const GivenCommand given = CLC_TRY(split_command(arguments, "clc capture -o FILE"));
  CLC_TRY(refuse_overwriting("-o", options.file, {options.package}));
  CLC_TRY(in_context("-o", check_writable(options.file)));
  if (!options.package.empty()) CLC_TRY(open_package(options.package));
  return capture_launch(options, given.command, sink);
}

}  // namespace clc
