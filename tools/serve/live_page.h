// The page that `clc serve` shows of a kernel file for a target: that of `clc report --format html`, filled again and
// again.
#pragma once

#include <string>

#include "insight/report_page/report_page.h"
#include "serve/live_kernels.h"

namespace clc {

// The name of the file below the folder, and the target.
struct LiveView {
  std::string file, target;
};

// The page of a view, for the launch that was asked for; `with_committed` compares it with the last commit. `kernel` is
// null where there is nothing to show.
ReportPage live_page(const KernelFolder& folder, const LiveView& view, const LiveKernel* kernel, bool with_committed,
                     const AnalysisRequest& request, const ToolPaths& tools);

// Returns the data that the page's script gets: the state of the view, and its report.
std::string live_view_json(const LiveView& view, const LiveKernel* kernel, const ReportPage& page);

// The page itself, whose script listens to the server.
std::string live_page_html(const ReportPage& page);

// The Content-Security-Policy that the page names in itself.
std::string policy_of(const std::string& html);

// True when one of them is an error.
bool has_errors(const std::vector<ShownDiagnostic>& diagnostics);

}  // namespace clc
