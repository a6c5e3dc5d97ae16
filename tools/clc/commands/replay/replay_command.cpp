// clc replay: repeats a captured launch on a device or an emulated GPU, and compares the memory.
#include <algorithm>
#include <cstdio>
#include <optional>

#include "base/environment_help.h"
#include "base/json_writer.h"
#include "base/staged_file.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "commands/commands.h"
#include "commands/replay/compare_memory.h"
#include "commands/replay/reduce_capture.h"
#include "commands/replay/replay_run.h"
#include "support/command_line.h"
#include "support/interrupts.h"
#include "support/real_paths.h"
#include "support/standard_streams.h"
#include "support/work_size.h"

namespace clc {
namespace {

constexpr std::uint64_t k_timed_runs = 20;
constexpr std::size_t k_places = 4096;  // of wrong values, one of which has to stay while a launch is reduced

struct ReplayOptions {
  std::string file, output, against;
  ReplayPlace place;
  MemoryTolerance tolerance;
  std::uint64_t shown = 10, tries = 300, seconds = 60;
  WorkSize group = {};  // 0: as it was captured
  bool times = false, reduces = false, json = false, quiet = false;
};

CommandLine line_of(ReplayOptions& options) {
  const CommandLine line(
      "Repeats a launch that `clc capture` kept, and compares the memory after it with what was recorded. clc "
      "compiles\n"
      "its program for the target or the device. The exit code is 6 when memory differs.",
      "clc replay");
  line.add("FILE", options.file, "the capture").required();
  line.add("-t,--target TARGET", options.place.target,
           "what to compile for; AMD's chips that are not here are emulated (default: the device that was recorded)");
  line.add("--device NAME", options.place.device, "the device, by a part of its or its platform's name");
  line.add("--package PACKAGE", options.place.package,
           "launch the kernel of this package instead, such as a repaired one");
  add_work_size(line, "--work-group SIZE", options.group,
                "launch it in other groups, such as 64 or 8x8; for kernels whose results do not depend on them");
  line.add("--ulp N", options.tolerance.ulp,
           "floating-point numbers may differ by N units in the last place, channels of images by N steps");
  line.add("--relative X", options.tolerance.relative, "floating-point numbers may differ by this part, such as 1e-5");
  line.add("--absolute X", options.tolerance.absolute, "floating-point numbers may differ by this, such as 0.01");
  line.add("--show N", options.shown, "list so many differences (default: 10)");
  line.flag("--sanitize{all} CHECKS", options.place.checks,
            "compile the kernel with all checks or these (clc compile --sanitize), and tell what they find; the exit "
            "code\nis 6 then, too");
  line.flag("--time", options.times, "also time the launch: 20 times, each with the memory from before");
  line.add("--timeout SECONDS", options.seconds, "end a launch that takes longer (default: 60)").positive();
  const char* const group = "Make it smaller";
  const CommandOption reduce =
      line.flag("--reduce", options.reduces, "write the smallest launch that still fails").group(group);
  line.add("--against TARGET", options.against,
           "compare with what this target computes, not with what was recorded; for --reduce and without it")
      .group(group);
  line.add("-o,--output FILE", options.output, "of --reduce: the smaller capture").needs(reduce).group(group);
  line.add("--tries N", options.tries, "of --reduce: the most launches (default: 300)")
      .positive()
      .needs(reduce)
      .group(group);
  add_format_option(line, options.json);
  add_quiet_option(line, options.quiet);
  line.footer(
      "Examples:\n  clc replay blur.clccap -t amdgcn:gfx1100 --ulp 2\n"
      "  clc replay blur.clccap --device intel --time\n"
      "  clc replay --reduce blur.clccap -t amdgcn:gfx1100 -o small.clccap\n" +
      environment_help({Reads::k_cache, Reads::k_helpers}));
  return line;
}

Result<void> check(const ReplayOptions& options) {
  return refuse({
      {options.reduces && options.output.empty(), "--reduce writes a capture: name it with -o FILE"},
      {options.reduces && !is_capture_name(options.output),
       "-o " + options.output + ": the name of a capture ends in .clccap"},
      {options.reduces && (options.times || options.json), "--reduce takes neither --time nor --format"},
      {!options.place.checks.empty() && (options.reduces || options.times),
       "--sanitize takes neither --reduce nor --time: checks take time, and leave wrong accesses out"},
      {options.tolerance.relative < 0, "--relative has to be 0 or more"},
      {options.tolerance.absolute < 0, "--absolute has to be 0 or more"},
  });
}

std::uint64_t median_of(std::vector<ReplayRun> runs) {
  std::ranges::sort(runs, {}, &ReplayRun::nanoseconds);
  return runs[runs.size() / 2].nanoseconds;
}

std::uint64_t fastest_of(const std::vector<ReplayRun>& runs) {
  return std::ranges::min(runs, {}, &ReplayRun::nanoseconds).nanoseconds;
}

std::string short_text(double number) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.3g", number);
  return text;
}

std::string result_text(const ReplayOptions& options, const Capture& capture, const ReplayedLaunch& replayed,
                        const Comparison& comparison) {
  const std::string expected = options.against.empty() ? "recorded" : "computed for " + options.against;
  std::string text = capture.kernel + " on " + replayed.device + ", " + replayed.target + ": ";
  text += comparison.is_equal() ? "as " + expected + "\n" : "differs from what was " + expected + "\n";
  for (const DifferingArgument& one : comparison.arguments) {
    text += argument_text(capture, one.argument) + ": " + std::to_string(one.differing) + " of " +
            count(one.elements, "element") + " differ";
    if (one.largest_difference > 0) {
      text += ", by up to " + short_text(one.largest_difference) + ", where the largest number is " +
              short_text(one.largest_number);
    }
    if (one.not_finite > 0) text += "; " + std::to_string(one.not_finite) + " of them by an infinity or NaN";
    text += "\n";
    for (const ElementDifference& difference : comparison.first) {
      if (difference.argument != one.argument) continue;
      text += "  [" + std::to_string(difference.index) + "]  expected " + difference.expected + "  found " +
              difference.found + "\n";
    }
  }
  for (const ReplayedFinding& one : replayed.findings) text += one.text + "\n";
  if (!options.place.checks.empty() && replayed.findings.empty()) text += "the checks found nothing\n";
  if (!options.times) return text;
  return text + "median " + duration_text(median_of(replayed.runs)) + ", fastest " +
         duration_text(fastest_of(replayed.runs)) + " of " + count(replayed.runs.size(), "run") + "\n";
}

std::string result_json(const ReplayOptions& options, const Capture& capture, const ReplayedLaunch& replayed,
                        const Comparison& comparison) {
  JsonWriter json(2);
  json.begin_object().put("kernel", capture.kernel, "device", replayed.device, "target", replayed.target, "against",
                          options.against, "equal", comparison.is_equal());
  json.key("arguments").list(comparison.arguments, [&](const DifferingArgument& one) {
    json.begin_object()
        .put("argument", one.argument, "name", capture.arguments[one.argument].name, "differing", one.differing,
             "elements", one.elements, "largest_difference", one.largest_difference, "largest_number",
             one.largest_number, "not_finite", one.not_finite)
        .end_object();
  });
  json.key("differences").list(comparison.first, [&](const ElementDifference& one) {
    json.begin_object()
        .put("argument", one.argument, "index", one.index, "expected", one.expected, "found", one.found)
        .end_object();
  });
  json.key("reports").list(replayed.findings, [&](const ReplayedFinding& one) { json.json(one.json); });
  json.key("not_checked").values(replayed.not_checked);
  json.key("nanoseconds").list(replayed.runs, [&](const ReplayRun& run) { json.value(run.nanoseconds); });
  return json.end_object().text() + "\n";
}

Result<Replayer> make_replayer(const ReplayOptions& options, const Capture& capture, const ReplayPlace& place,
                               Sink& sink) {
  return Replayer::make(capture, place, std::chrono::seconds(options.seconds), sink);
}

Result<int> repeat(const ReplayOptions& options, Capture capture, Sink& sink) {
  std::vector<std::string> expected = recorded_memory(capture);
  if (!options.against.empty()) {
    Replayer reference = CLC_TRY(make_replayer(options, capture, {options.against, ""}, sink));
    expected = CLC_TRY(reference.run(capture)).memory;
  }
  Replayer replayer = CLC_TRY(make_replayer(options, capture, options.place, sink));
  replayer.describe_arguments(capture);
  const ReplayedLaunch replayed = CLC_TRY(replayer.run(capture, options.times ? k_timed_runs : 1));
  const Comparison comparison = compare_memory(capture, expected, replayed.memory, options.tolerance, options.shown);
  CLC_TRY(options.json ? print(result_json(options, capture, replayed, comparison))
                       : print_shown(result_text(options, capture, replayed, comparison)));
  for (const std::string& text : replayed.not_checked) sink.message(Severity::k_note, "not checked: " + text);
  return comparison.is_equal() && replayed.findings.empty() ? 0 : exit_code(ErrorKind::k_gate);
}

// The failure that is to stay while a launch gets smaller.
class Failing {
 public:
  static Result<Failing> make(const ReplayOptions& options, Capture& capture, Sink& sink) {
    Failing failing(options, CLC_TRY(make_replayer(options, capture, options.place, sink)));
    failing.replayer_.describe_arguments(capture);
    if (!options.against.empty())
      failing.reference_.emplace(CLC_TRY(make_replayer(options, capture, {options.against, ""}, sink)));
    const Result<ReplayedLaunch> first = failing.replayer_.run(capture);
    failing.crashes_ = !first && first.error().kind == ErrorKind::k_crash;
    if (failing.crashes_) return failing;
    if (!first) return fail(first);
    const std::vector<std::string> expected = CLC_TRY(failing.expected(capture));
    failing.wrong_ = compare_memory(capture, expected, first->memory, options.tolerance, k_places).first;
    failing.found_ = first->memory;
    if (failing.wrong_.empty()) return fail(ErrorKind::k_usage, "the launch does not fail: there is nothing to reduce");
    return failing;
  }

  Result<bool> stays(const Capture& capture) {
    const Result<ReplayedLaunch> replayed = replayer_.run(capture);
    if (!replayed && caught_interrupt() != 0) return fail(replayed);
    if (!replayed) return crashes_ && replayed.error().kind == ErrorKind::k_crash;
    if (crashes_) return false;
    if (!reference_) return !remaining(replayed->memory).empty();
    const Result<ReplayedLaunch> other = reference_->run(capture);
    return other && !compare_memory(capture, other->memory, replayed->memory, options_->tolerance, 1).is_equal();
  }

  // Sets the memory after the launch that a right device leaves, as far as that is known.
  Result<void> settle(Capture& capture) {
    if (crashes_) return {};
    std::vector<std::string> after = CLC_TRY(replayer_.run(capture)).memory;
    if (reference_) {
      after = CLC_TRY(reference_->run(capture)).memory;
    } else {
      const std::vector<std::string> recorded = recorded_memory(capture);
      for (const ElementDifference& one : remaining(after))
        after[one.memory].replace(one.at, one.size, recorded[one.memory], one.at, one.size);
    }
    for (std::size_t i = 0; i < capture.memory.size(); ++i) capture.memory[i].after = capture.keep(std::move(after[i]));
    return {};
  }

 private:
  Failing(const ReplayOptions& options, Replayer replayer) : options_(&options), replayer_(std::move(replayer)) {}

  Result<std::vector<std::string>> expected(const Capture& capture) {
    if (!reference_) return recorded_memory(capture);
    return CLC_TRY(reference_->run(capture)).memory;
  }

  // The wrong values that are still at their places. What was recorded holds for the whole launch only, so that any
  // other difference may come from the reduction itself.
  std::vector<ElementDifference> remaining(const std::vector<std::string>& memory) const {
    std::vector<ElementDifference> rest;
    std::ranges::copy_if(wrong_, std::back_inserter(rest), [&](const ElementDifference& one) {
      return memory[one.memory].compare(one.at, one.size, found_[one.memory], one.at, one.size) == 0;
    });
    return rest;
  }

  const ReplayOptions* options_;
  Replayer replayer_;
  std::optional<Replayer> reference_;
  bool crashes_ = false;
  std::vector<ElementDifference> wrong_;
  std::vector<std::string> found_;  // by the first launch
};

std::uint64_t bytes_not_zero(const Capture& capture) {
  std::uint64_t bytes = 0;
  for (const CapturedMemory& memory : capture.memory) {
    const Bytes before = capture.contents_of(memory.before, memory.size);
    bytes += before.size() - static_cast<std::uint64_t>(std::ranges::count(before, '\0'));
  }
  return bytes;
}

Result<int> reduce(const ReplayOptions& options, Capture capture, Sink& sink) {
  Failing failing = CLC_TRY(Failing::make(options, capture, sink));
  const Capture whole = capture;
  const Reduction reduction = CLC_TRY(
      reduce_capture(capture, options.tries, [&](const Capture& candidate) { return failing.stays(candidate); }));
  CLC_TRY(failing.settle(capture));
  compress_capture(capture);
  CLC_TRY(write_file_atomically(options.output, encode_capture(capture)));
  if (options.quiet) return 0;
  sink.message(Severity::k_note, "global size " + global_size_text(whole) + " became " + global_size_text(capture) +
                                     ", and of " + count(bytes_not_zero(whole), "byte") + " other than zero " +
                                     std::to_string(bytes_not_zero(capture)) + " are left; tried " +
                                     count(reduction.tries, "time") + ", and " + std::to_string(reduction.kept) +
                                     " of these failed as before");
  return 0;
}

}  // namespace

Result<int> replay_command(const std::vector<std::string>& arguments, Sink& sink) {
  ReplayOptions options;
  const CommandLine line = line_of(options);
  if (!CLC_TRY(line.parse(arguments))) return 0;
  CLC_TRY(check(options));
  CLC_TRY(refuse_overwriting("-o", options.output, {options.file}));
  Capture capture = CLC_TRY(read_capture(options.file));
  for (std::size_t i = capture.dimensions; i < options.group.size(); ++i)
    CLC_TRY(refuse({{options.group[i] > 1, "--work-group " + work_size_text(options.group) + ": the launch has only " +
                                               count(capture.dimensions, "dimension")}}));
  if (options.group[0] != 0) capture.local = options.group;
  if (!options.reduces) return repeat(options, std::move(capture), sink);
  CLC_TRY(in_context("-o", check_writable(options.output)));
  return reduce(options, std::move(capture), sink);
}

}  // namespace clc
