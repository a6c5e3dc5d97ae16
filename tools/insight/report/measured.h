// Times and counters of launches that were measured, as tools write them: clrun bench, clc replay, clc emulate,
// NVIDIA's ncu and AMD's rocprofv3.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clc/base/result.h"

namespace clc {

struct MeasuredCounter {
  std::string name;  // as the tool calls it
  double value = 0;
  std::string unit;
};

struct MeasuredLaunch {
  std::string by;      // the tool
  std::string kernel;  // without the module
  std::string target;  // empty: the tool tells none
  std::string device;
  std::string program = {};                  // the digest of the kernel's program; empty: the tool tells none
  std::string launch = {};                   // what was launched: "65536 elements"; empty: not told
  std::uint64_t launches = 1;                // how often
  double us = 0, least_us = 0, most_us = 0;  // 0: not measured; the middle, and what most or all launches lie between
  std::vector<MeasuredCounter> counters = {};
};

// Reads the JSON of `clrun bench` and `clc replay --time`, lines of CLC_EMULATOR_COUNTERS, and CSV of `ncu --csv` and
// of `rocprofv3 --kernel-trace`; anything else is k_damaged. `what` names the text in the error.
// A recording's times are read by recorded_times.h.
Result<std::vector<MeasuredLaunch>> decode_measured(std::string_view text, const std::string& what);

// False: the launch was of another kernel, or of another chip. Of tools that tell no target, the chip's maker has to
// fit; code for processors fits all of their drivers. `programs`: digests of those that the kernel's module is for.
bool is_launch_of(const MeasuredLaunch& launch, const std::string& kernel, const std::string& target,
                  const std::vector<std::string>& programs);

// The same of CSV alone; empty: it is neither profiler's.
std::vector<MeasuredLaunch> measured_in_csv(std::string_view text);

}  // namespace clc
