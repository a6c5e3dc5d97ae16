// Faults that were found while kernels ran, as clrun sanitize and clc emulate write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clc/base/result.h"
#include "protocol/analysis.h"

namespace clc {

struct RunFault {
  std::string check;   // "bounds", "race", …
  std::string kernel;  // empty: not told, as in SARIF
  std::string text;    // with the values, the work-item, and how often
  CodePlace place;     // without a file where it is not known
  CodePlace other;     // of a race or barrier: the other place; else without a file
};

struct EmulatedAccess {
  CodePlace place;           // without a file where it is not known
  std::uint64_t offset = 0;  // of the instruction in the code
  std::string instruction;
  std::vector<std::uint64_t> global_id, local_id, group;
};

// A fault as the emulated GPUs write it.
struct EmulatedFault {
  std::string kind, kernel, message, chip;
  std::string expected;  // empty: nothing is known to be right
  std::uint64_t count = 0, seed = 0;
  EmulatedAccess at;
  std::optional<EmulatedAccess> other;
};

// Reads one object of JSON; nothing where it does not say what was found.
std::optional<EmulatedFault> decode_emulated_fault(std::string_view text);

// Reads the JSON of `clrun sanitize --format json` or of `clc emulate --report FILE.json`, or SARIF; anything else is
// k_damaged. `what` names the text in the error.
Result<std::vector<RunFault>> decode_run_faults(std::string_view text, const std::string& what);

}  // namespace clc
