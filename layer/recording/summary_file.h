// Reads the summaries that the layer wrote for the processes of a run, and makes one summary of them.
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
  std::string name;  // the name of its first kernel; empty: not known
  std::string step;  // "build", "compile", "link"
  std::string from;  // "package", "cache", "driver", "compiled", "refused"
  std::string package, module, target, device;
  std::string reason;  // why no package served it
  std::uint64_t nanoseconds = 0;
  bool has_failed = false;
};

struct ProcessSummary {
  std::uint64_t process = 0;
  std::vector<std::string> command;
  std::vector<ServedProgram> programs;
  std::vector<std::string> trouble;
  std::vector<std::string> reports;  // of kernels with checks
  std::uint64_t first_launch = 0;    // in steady_nanoseconds(); 0: the process launched no kernel
};

struct RunSummary {
  std::vector<std::string> command;
  int exit_code = 0;
  std::uint64_t started = 0;  // in steady_nanoseconds()
  std::vector<ProcessSummary> processes;

  std::uint64_t nanoseconds() const;
  // Returns the time from the command's start to the first launch of a kernel, or 0 when there was no launch.
  std::uint64_t nanoseconds_to_first_launch() const;
  // Returns the number of builds for each origin (`from`).
  std::map<std::string, std::uint64_t> counts() const;
};

// Returns the time of a clock that is the same in all processes of a machine.
std::uint64_t steady_nanoseconds();

// Reads the summary of one process.
Result<ProcessSummary> decode_process_summary(std::string_view json);
// Reads the summaries of all processes in a folder. For a file that cannot be read, the result has a summary whose
// `trouble` says so.
std::vector<ProcessSummary> read_process_summaries(const std::string& folder);

// Returns a JSON object whose `type` is "summary".
std::string encode_run_summary(const RunSummary& summary);

}  // namespace clc
