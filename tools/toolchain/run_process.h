// Runs a child process to its end: it gets an input, and what it writes is collected.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "clc/base/result.h"

namespace clc {

struct ProcessSpec {
  std::vector<std::string> arguments;    // the first is the program, an absolute path
  std::string folder;                    // working folder; empty: ours
  bool errors_into_output = false;       // collect all of standard error with standard output
  std::uint64_t memory_limit_bytes = 0;  // how much it may allocate; 0: no limit
  bool same_addresses =
      false;  // use the same addresses in every run, where the system allows it: some compilers order by address
  // Called in the process before it is the program: the limits that it sets hold for that. False: it must not start.
  std::function<bool()> limit{};
  std::string setting{};                       // "NAME=value", added to the environment unless NAME is set there
  std::vector<std::string> forced_settings{};  // the same, but in place of what is set there
};

// How a process ended.
struct Ending {
  int exit_code = 0;  // meaningful when signal is 0
  int signal = 0;
  bool out_of_memory = false;  // it failed while it held most of what its limit allows
  bool clean() const { return signal == 0 && exit_code == 0; }
  std::string describe() const;  // "exited with 3", "died of SIGSEGV (Segmentation fault)"
};

struct Finished {
  Ending ending;
  bool timed_out = false;
  std::string output, errors;
};
// Runs one process to its end, or kills it at the limit.
Result<Finished> run_process(const ProcessSpec& spec, std::string_view input, std::chrono::seconds limit);

}  // namespace clc
