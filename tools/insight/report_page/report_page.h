// `clc report --format html`: kernels, their code, and what is known of it, as a page.
//
// How another command shows such a page: fill a ReportPage with add_build() (page/collect.h) for each build that is
// compared, then report_page() gives the page, and write_report_page() new data for `window.clcUpdate(data)` of the
// page's script, which draws it again and keeps what is chosen.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "insight/forecast/launch_times.h"
#include "insight/report/coverage.h"
#include "insight/report/diff.h"
#include "insight/report/kernel_metrics.h"
#include "insight/report/measured.h"
#include "insight/report/run_faults.h"
#include "protocol/analysis.h"
#include "support/sink.h"

namespace clc {

struct PageFile {
  std::string name;  // as code and analysis name it
  std::string text;
};

// The wait before an instruction, as `clc report --lines` tells it.
struct PageWait {
  double clocks = 0, left = 0;
  std::optional<std::size_t> on;  // the line of code that it waits for
  std::string reason;
};

// A line of disassembly.
struct PageLine {
  std::string text;
  std::string file;  // the source line that it was made of; empty: not known
  std::uint64_t line = 0;
  std::optional<std::string> alive;  // registers before it: register_set.h
  std::optional<PageWait> wait;
};

// The waits at a line of the source, of a whole wave.
struct PageStall {
  CodePlace place;
  double clocks = 0, left = 0;
  std::string reason;
};

// A kernel for a target in one of the builds.
struct PageKernel {
  std::size_t build = 0;
  KernelMetrics metrics;
  std::vector<PageLine> code;
  std::string no_code;                // why there is none
  std::vector<std::string> programs;  // digests of those that the module is for
  std::vector<PageStall> stalls;      // where they were asked for
  std::optional<KernelFacts> facts;   // nothing for targets that name no chip, and for packages
};

struct ReportPage {
  std::string title;
  std::vector<std::string> builds;                    // what each is called: "kernels.clcpack", "the last commit"
  std::vector<std::vector<PageFile>> sources;         // of each build
  bool has_source = false;                            // then the page says that it is not for shipping
  std::map<std::string, std::string> source_digests;  // the SHA-256 of each module's main source, of the first build
  std::vector<PageKernel> kernels;
  std::vector<ShownDiagnostic> diagnostics;          // of the first build
  std::optional<std::vector<KernelChange>> changes;  // from the second build to the first, as `clc diff` lists them
  Selection selection;                               // work-groups and dynamic local memory to begin with
  bool has_times = false;                            // of launches of kernels with facts
  std::vector<TimedLaunches> launches;               // of a program
  std::optional<CoverageReport> coverage;            // of runs of these sources
  std::optional<std::vector<RunFault>> faults;       // that such runs have found
  std::vector<MeasuredLaunch> measured;              // of the first build's kernels
  bool is_served = false;                            // by clc serve, whose script it has, too
};

void write_report_page(const ReportPage& page, JsonWriter& json);
std::string report_page(const ReportPage& page);

}  // namespace clc
