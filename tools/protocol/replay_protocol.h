// The answer of `clc-driver --replay`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clc/base/bytes.h"
#include "clc/base/result.h"

namespace clc {

struct ReplayRun {
  std::uint64_t nanoseconds = 0;
};

// A finding of a kernel with checks (clc compile --sanitize).
struct ReplayedFinding {
  std::string text;  // a line for people
  std::string json;  // an object
};

struct ReplayedLaunch {
  std::string device, target;       // what ran, and the variant that it took
  std::vector<ReplayRun> runs;      // by the device's clock
  std::vector<std::string> memory;  // contents after the first run, in the order of Capture::memory
  bool has_checks = false;          // the kernel that ran
  std::vector<ReplayedFinding> findings;
  std::vector<std::string> not_checked;
};

Bytes encode_replayed_launch(const ReplayedLaunch& launch);
Result<ReplayedLaunch> decode_replayed_launch(BytesView bytes);

}  // namespace clc
