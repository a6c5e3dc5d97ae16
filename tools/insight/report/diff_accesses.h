// The effect of a change on memory accesses, branches and barriers; and all that is compared of two builds.
#pragma once

#include <vector>

#include "clc/package/package.h"
#include "insight/report/access_report.h"
#include "insight/report/diff.h"

namespace clc {

// Adds the figures that differ to the kernels of `changes`, which get those kernels, too, that differ in nothing else.
void compare_accesses(const std::vector<AnalyzedKernel>& before, const std::vector<AnalyzedKernel>& after,
                      std::vector<KernelChange>& changes);

struct ComparedBuild {
  const Package& package;
  std::vector<KernelMetrics> kernels;         // the chosen ones
  std::vector<AnalyzedKernel> accesses = {};  // of sources
};
// The changes between two builds that `clc diff` and the page show: figures, code and accesses.
std::vector<KernelChange> compare_builds(const ComparedBuild& before, const ComparedBuild& after,
                                         const Selection& selection);

}  // namespace clc
