// clc record --merge and --shrink: one recording of several, and a smaller one.
#include <algorithm>
#include <filesystem>
#include <map>

#include "base/platform/paths.h"
#include "base/text.h"
#include "base/try.h"
#include "commands/record/record_work.h"
#include "recording/recorded_series.h"
#include "recording/recording_folder.h"
#include "support/interrupts.h"
#include "support/real_paths.h"

namespace clc {
namespace {

Result<void> check_output(const std::string& folder) {
  std::error_code ignored;
  const bool is_new = !std::filesystem::exists(platform::to_path(folder), ignored) ||
                      std::filesystem::is_empty(platform::to_path(folder), ignored);
  if (is_new && !ignored) return {};
  return fail(ErrorKind::k_usage, "--output " + folder + " exists already: give a new folder");
}

void report_merged(const RecordOptions& options, const Recording& recording, const std::vector<LeftOut>& left_out,
                   Sink& sink) {
  const std::size_t series = series_of(recording).size();
  std::string held = options.folder + " holds " + count(recording.programs.size(), "program");
  if (series < recording.programs.size()) held += " (" + std::to_string(series) + " except for values of macros)";
  sink.message(Severity::k_note, held + " of " + count(recording.runs.size(), "run"));
  std::map<std::string, std::vector<std::string>> by_reason;
  for (const LeftOut& one : left_out) by_reason[one.reason].push_back(one.program);
  for (const auto& [reason, programs] : by_reason) {
    const std::size_t shown = std::min<std::size_t>(programs.size(), 3);
    std::string names = join({programs.begin(), programs.begin() + static_cast<std::ptrdiff_t>(shown)}, ", ");
    if (shown < programs.size()) names += ", …";
    sink.message(Severity::k_note, "left out: " + count(programs.size(), "program") + " (" + names + "): " + reason);
  }
}

}  // namespace

Result<Recording> read_recordings(const std::vector<std::string>& folders) {
  std::vector<Recording> recordings;
  for (const std::string& folder : folders) {
    if (!is_recording(folder))
      return fail(ErrorKind::k_usage, folder + " is no recording: it has no file " + k_recording_file);
    recordings.push_back(CLC_TRY(read_recording(folder)));
  }
  return merge_recordings(std::move(recordings));
}

Result<int> merge_command(const RecordOptions& options, Sink& sink) {
  CLC_TRY(check_output(options.folder));
  CLC_TRY(refuse_overwriting("-o", options.folder, options.recordings));
  Recording recording = CLC_TRY(read_recordings(options.recordings));
  std::vector<LeftOut> left_out;
  if (options.shrink) left_out = shrink_recording(recording, options.shrinking);
  const HeldInterrupts held;  // it is written beside its place first
  CLC_TRY(write_recording(options.folder, recording));
  if (!options.quiet) report_merged(options, recording, left_out, sink);
  return 0;
}

}  // namespace clc
