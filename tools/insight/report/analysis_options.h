// Options that describe the launch for which kernels are analysed.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "clc/base/result.h"
#include "protocol/analysis.h"

namespace clc {

struct AnalysisWords {
  std::string group;
  std::string global_size;
  std::vector<std::string> arguments;

  bool are_given() const { return !group.empty() || !global_size.empty() || !arguments.empty(); }
};

void add_analysis_options(CLI::App& app, AnalysisWords& words);
Result<AnalysisRequest> parse_analysis(const AnalysisWords& words);

}  // namespace clc
