// The faults that the emulated GPUs found in the kernels of a program.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "clc/base/result.h"
#include "insight/report/sarif.h"

namespace clc {

struct EmulatedFinding {
  Finding finding;   // its rule is the kind: "race"
  std::string text;  // for people, on several lines
  std::string json;
};

// Reads the file that the processes of a program appended to, an object a line. Without a file there are none.
Result<std::vector<EmulatedFinding>> read_findings(const std::string& file);

// Appends them to a file as the emulated GPUs would: an object a line.
Result<void> append_findings(const std::vector<EmulatedFinding>& findings, const std::string& file);

// The contents of --report. `ending`: ".txt", ".json" or ".sarif".
std::string findings_report(const std::vector<EmulatedFinding>& findings, const std::string& ending);

}  // namespace clc
