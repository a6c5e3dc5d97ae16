// Compares the memory accesses, branches and barriers of two builds, and all figures of two builds.
#pragma once

#include <string>
#include <vector>

#include "clc/package/package.h"
#include "insight/report/access_report.h"
#include "insight/report/diff.h"

namespace clc {

// Adds the figures that differ to `changes`. Kernels that differ in nothing else are added to it.
void compare_accesses(const std::vector<AnalyzedKernel>& before, const std::vector<AnalyzedKernel>& after,
                      std::vector<KernelChange>& changes);

// The change of this kernel in the sorted list, which gets an empty one where it has none.
KernelChange& change_of(const std::string& module, const std::string& kernel, const std::string& target,
                        std::vector<KernelChange>& changes);

struct ComparedBuild {
  const Package& package;
  std::vector<KernelMetrics> kernels;         // the kernels that the selection names
  std::vector<AnalyzedKernel> accesses = {};  // known for sources only
};
// The changes between two builds that `clc diff` and the page show: figures, code and accesses.
std::vector<KernelChange> compare_builds(const ComparedBuild& before, const ComparedBuild& after,
                                         const Selection& selection);

}  // namespace clc
