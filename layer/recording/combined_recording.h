// One recording of several, and a smaller one of one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "recording/recording.h"

namespace clc {

// Makes one recording of all programs and runs, each once; the order of the recordings does not matter. Of two states
// of one run, which its process wrote one after the other, the later one counts.
Result<Recording> merge_recordings(std::vector<Recording> recordings);

struct Shrinking {
  std::uint64_t most_of_series = 0;  // programs that are kept of a series, those with the most launches; 0: all
  bool only_launched = false;        // programs without a launch are left out
};

struct LeftOut {
  std::string program;  // its name
  std::string reason;
};

// Takes out programs that nobody can compile ahead, and those that `shrinking` asks for, and sums launches that differ
// in arguments, or in grids of about the same size. Without options the packages from it are the same as before. The
// recording has its texts. Programs that were linked with others stay.
std::vector<LeftOut> shrink_recording(Recording& recording, const Shrinking& shrinking);

// Returns the number of launches of each program, also of those made from it by a link, by its place in the recording.
std::vector<std::uint64_t> launches_of_programs(const Recording& recording);

}  // namespace clc
