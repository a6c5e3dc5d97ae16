// Which lines and instructions of kernels wait, for which, and how long: stalls as a forecast expects them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clc/package/package.h"
#include "insight/forecast/time_report.h"
#include "insight/stalls/waits.h"
#include "toolchain/tools.h"

namespace clc {

// A line of the disassembly.
struct StallCode {
  std::string text;
  std::string file;  // the source line that it was made of; empty: not known
  std::uint64_t line = 0;
  bool is_instruction = false;
  double times = 0;  // how often a wave takes it
  // The clocks for which a lone wave stalls before it each time, and those that other waves do not hide.
  double clocks = 0, left = 0;
  std::optional<std::size_t> on;  // the line of the code that it waits for
  bool is_carried = false;        // which lies in an earlier iteration of a loop
  std::string reason;             // "global memory"
};

// All waits at a line of the source. Clocks are of a whole wave.
struct StallLine {
  std::string file;
  std::uint64_t line = 0;
  double clocks = 0, left = 0;
  std::string reason;  // that has the most of them
  std::string on_file;
  std::uint64_t on_line = 0;  // where most of that comes from; 0: not known
};

struct StallLoop {
  std::string file;
  std::uint64_t line = 0;
  double iterations = 0;         // of a wave, about; 0: not known
  double clocks = 0, chain = 0;  // of an iteration, as in CodeLoop
};

struct KernelStalls {
  std::string module, kernel, target, product;
  bool is_checked = false;  // forecasts of the product were held against measurements
  std::string unknown;      // why there are none
  int exit = 0;             // the exit code for a tool that is missing or failed
  std::string loads;        // the memory that loads wait for: "L2"
  double load_clocks = 0;
  double waves = 1;              // for each scheduler of a unit
  double issue = 0, clocks = 0;  // of a wave that is alone: until its instructions are begun, and that it waits
  double left = 0;               // of `clocks`, with the other waves
  std::vector<StallLine> lines;  // the longest first
  std::vector<StallLoop> loops;
  std::vector<StallCode> code;
};

// The stalls of the kernels that have times, each on the first product of its target.
std::vector<KernelStalls> kernel_stalls(const Package& package, const ToolPaths& tools,
                                        const std::vector<KernelTimes>& times);

std::string stall_text(const std::vector<KernelStalls>& kernels);
void write_stalls(const KernelStalls& kernel, JsonWriter& json);

}  // namespace clc
