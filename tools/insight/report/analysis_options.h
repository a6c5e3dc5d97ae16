// Options that describe the launch for which kernels are analysed.
#pragma once

#include <string>
#include <vector>

#include "clc/base/result.h"
#include "protocol/analysis.h"
#include "support/command_line.h"

namespace clc {

struct AnalysisWords {
  std::string group, global_size;
  std::vector<std::string> arguments;

  bool are_given() const { return !group.empty() || !global_size.empty() || !arguments.empty(); }
};

void add_analysis_options(const CommandLine& line, AnalysisWords& words);
Result<AnalysisRequest> parse_analysis(const AnalysisWords& words);

}  // namespace clc
