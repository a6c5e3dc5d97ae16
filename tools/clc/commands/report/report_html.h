// `clc report --format html`.
#pragma once

#include <string>
#include <vector>

#include "clc/package/package.h"
#include "commands/report/launches.h"
#include "insight/report/access_report.h"
#include "insight/report/kernel_metrics.h"
#include "plan/compile_arguments.h"
#include "protocol/analysis.h"
#include "support/sink.h"
#include "toolchain/tools.h"

namespace clc {

struct HtmlOptions {
  std::string title;
  Selection selection;
  bool with_source = false, count_instructions = false, has_times = false;
  bool lines = false;                  // shows what waits; the analysis has the effort, too
  std::vector<ListedLaunch> launches;  // of a recording, whose times the page tells
  std::string output;                  // a file; empty: standard output
  std::string before;                  // what is compared with: a package, or a source where the new build is one
  std::string coverage;                // a file of clc coverage --format json; empty: none
  std::vector<std::string> measured;   // files of times and counters of launches
  std::vector<std::string> faults;     // files of what clrun sanitize and clc emulate found
};

// A build of a package.
Result<int> report_package_html(const std::string& path, const ToolPaths& tools, const HtmlOptions& options,
                                Sink& sink);

// A build of sources. They are compiled with -g, which gives lines and leaves the code as it is.
Result<int> report_sources_html(CompileArguments arguments, const AnalysisRequest& request, const HtmlOptions& options,
                                Sink& sink);

}  // namespace clc
