// Work on recordings that `clc record` does without running a program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clc/base/result.h"
#include "recording/combined_recording.h"
#include "recording/recording.h"
#include "support/sink.h"

namespace clc {

struct RecordOptions {
  std::string folder;  // -o
  std::vector<std::string> recordings;
  std::string format;  // of --report
  Shrinking shrinking;
  bool append = false, times = false, quiet = false, json = false, exit_code_wanted = false;
  bool merge = false, shrink = false, compare = false;
};

// Reads one recording, or several as one. Each folder has to be a recording.
Result<Recording> read_recordings(const std::vector<std::string>& folders);

Result<int> merge_command(const RecordOptions& options, Sink& sink);
Result<int> compare_command(const RecordOptions& options);
Result<int> recording_page_command(const RecordOptions& options);

}  // namespace clc
