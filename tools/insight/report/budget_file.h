// Limits per kernel and target, as a file that lives in a repository. docs/checks.md describes the JSON.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "clc/base/result.h"

namespace clc {

struct KernelLimits {
  std::map<std::string, std::int64_t> most;            // by the metric's name
  std::map<std::uint64_t, std::uint64_t> least_waves;  // waves of a unit, by work-group size
};

// Names of figures that a limit can be for.
using MetricNames = std::set<std::string>;

struct Budget {
  MetricNames only;  // the figures that it was written for; empty: all
  // The limits by module, kernel and target.
  std::map<std::string, std::map<std::string, std::map<std::string, KernelLimits>>> modules;
};

// Text about the ways to make a budget, for messages about one that is not there.
inline constexpr const char* k_how_to_write_budget =
    "`clc check --write-budget` makes a budget, and in a project of CMake the target NAME_budget";

// Writes a budget sorted and with one value a line, so that people can review a change of it.
std::string encode_budget(const Budget& budget);
// Reads a budget; anything else is k_damaged. `what` names the text in the error.
Result<Budget> decode_budget(std::string_view text, const std::string& what);

}  // namespace clc
