// `clc report --format html`.
#pragma once

#include <string>
#include <vector>

#include "clc/package/package.h"
#include "commands/command.h"
#include "protocol/analysis.h"
#include "report/access_report.h"
#include "report/kernel_metrics.h"

namespace clc {

struct HtmlOptions {
  std::string title;
  Selection selection;
  bool with_source = false;
  bool count_instructions = false;
  std::string output;  // a file; empty: standard output
  std::string before;  // what is compared with: a package, or a source where the new build is one
};

// A build of a package.
Result<int> report_package_html(const std::string& path, const ToolPaths& tools, const HtmlOptions& options,
                                Sink& sink);

// A build of sources, compiled as `words` say. They are compiled with -g, which gives lines and leaves the code as it
// is.
Result<int> report_sources_html(std::vector<std::string> words, const AnalysisRequest& request,
                                const HtmlOptions& options, Sink& sink);

}  // namespace clc
