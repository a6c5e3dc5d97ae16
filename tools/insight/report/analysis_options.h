// Options that describe the launch for which kernels are analysed.
#pragma once

#include <string>
#include <vector>

#include "clc/base/result.h"
#include "insight/report/kernel_metrics.h"
#include "protocol/analysis.h"
#include "support/command_line.h"
#include "support/work_size.h"

namespace clc {

struct AnalysisWords {
  std::vector<WorkSize> work_groups;
  WorkSize global_size{0, 0, 0};
  std::vector<std::string> arguments;

  bool has_size() const { return global_size[0] != 0; }
  bool are_given() const { return has_size() || !arguments.empty(); }
};

// --work-group says for which sizes the occupancy is shown, too.
void add_analysis_options(const CommandLine& line, AnalysisWords& words, Selection& selection);
// With several work-groups there is no request.
Result<AnalysisRequest> parse_analysis(const AnalysisWords& words);

}  // namespace clc
