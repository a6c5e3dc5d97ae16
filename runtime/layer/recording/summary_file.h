// Summaries of the processes of a run, read from the files that the layer wrote, and put into one.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "clc/base/result.h"

namespace clc {

// One build of a program for one device.
struct ServedProgram {
  std::string digest;
  std::string name;  // its first kernel's; empty: not known
  std::string step;  // "build", "compile", "link"
  std::string from;  // "package", "cache", "driver", "compiled", "refused"
  std::string package;
  std::string module;
  std::string target;
  std::string device;
  std::string reason;  // why it came from no package
  std::uint64_t nanoseconds = 0;
  bool has_failed = false;
};

struct ProcessSummary {
  std::uint64_t process = 0;
  std::vector<std::string> command;
  std::vector<ServedProgram> programs;
  std::vector<std::string> trouble;
  std::uint64_t first_launch = 0;  // nanoseconds on the steady clock; 0: it launched no kernel
};

struct RunSummary {
  std::vector<std::string> command;
  int exit_code = 0;
  std::uint64_t started = 0;  // nanoseconds on the steady clock
  std::vector<ProcessSummary> processes;

  std::uint64_t nanoseconds() const;
  // From the command's start to the first launch of a kernel; 0: there was none.
  std::uint64_t nanoseconds_to_first_launch() const;
  // The number of builds by their origin (`from`).
  std::map<std::string, std::uint64_t> counts() const;
};

// The clock of `started` and `first_launch`, which is the same in all processes of a machine.
std::uint64_t steady_nanoseconds();

// Reads the summary that one process wrote.
Result<ProcessSummary> decode_process_summary(std::string_view json);
// Reads the summaries that all processes wrote into a folder. A file that cannot be read gives a summary whose trouble
// says so.
std::vector<ProcessSummary> read_process_summaries(const std::string& folder);

// One JSON object; `type` is "summary".
std::string encode_run_summary(const RunSummary& summary);

}  // namespace clc
