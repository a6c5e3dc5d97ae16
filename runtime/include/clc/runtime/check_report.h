// The findings of kernels with checks (clc compile --sanitize). Such kernels are launched like others; each launch
// waits for its end.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace clc {

// A fault at one place of the source: its first occurrence in a launch.
struct CheckReport {
  std::string check;   // "bounds", "uninitialised", "race", "barrier" or "arithmetic"
  std::string kernel;  // its name
  std::string file;
  std::uint64_t line = 0, column = 0;
  std::string other_file;  // of a race or barrier: the other place
  std::uint64_t other_line = 0, other_column = 0;
  std::array<std::uint64_t, 3> global_id{};  // of the work-item
  std::array<std::uint64_t, 3> group_id{};
  std::string message;      // with the values: "load of 4 bytes at byte 64 of global 'a', which has 64 bytes"
  std::uint64_t count = 0;  // how often the launch did it

  // A line for people: "file:line:column: bounds: message (kernel k, item 3 0 0)".
  std::string text() const;
};

struct CheckResults {
  std::vector<CheckReport> reports;
  std::vector<std::string> not_checked;  // "kernel k: a load of unknown memory in line 3"
};

}  // namespace clc
