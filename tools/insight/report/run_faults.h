// Faults that were found while kernels ran, as clrun sanitize and clc emulate write them.
#pragma once

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

// Reads the JSON of `clrun sanitize --format json` or of `clc emulate --report FILE.json`, or SARIF; anything else is
// k_damaged. `what` names the text in the error.
Result<std::vector<RunFault>> decode_run_faults(std::string_view text, const std::string& what);

}  // namespace clc
