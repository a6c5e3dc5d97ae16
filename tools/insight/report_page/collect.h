// Collects what a page shows of a build from its package.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "clc/package/package.h"
#include "insight/report/access_report.h"
#include "insight/report_page/report_page.h"
#include "insight/stalls/stalls.h"
#include "support/sink.h"
#include "toolchain/tools.h"

namespace clc {

struct PageBuild {
  std::string name;
  const Package* package = nullptr;
  std::vector<AnalyzedKernel> facts;
  std::vector<KernelStalls> stalls;  // where they were asked for
  // Puts the files that code and facts of a module name into the page. They are looked for in the folders that this
  // gives, as in DisassemblyOptions. Empty: no source on the page.
  std::function<std::vector<std::pair<std::string, std::string>>(const Module&)> source_folders;
  ToolPaths tools;
  // Counts the instructions of code that the package has no counts of, and says here what cannot be counted.
  Sink* count_instructions = nullptr;
};

// The files of a kernel's code and facts.
std::set<std::string> files_named_by(const PageKernel& kernel);

// Adds a build to the page; the first one is what the page shows at first, and `page.selection` says which kernels.
// Code that cannot be disassembled is missing on the page, which says why; an error is a kernel that is not there. The
// result is 0, or the exit code for what could not be counted.
Result<int> add_build(const PageBuild& build, ReportPage& page);

}  // namespace clc
