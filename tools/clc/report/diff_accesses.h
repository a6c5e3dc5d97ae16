// The effect of a change on memory accesses, branches and barriers.
#pragma once

#include <vector>

#include "report/access_report.h"
#include "report/diff.h"

namespace clc {

// Adds the figures that differ to the kernels of `changes`, which get those kernels, too, that differ in nothing else.
void compare_accesses(const std::vector<AnalyzedKernel>& before, const std::vector<AnalyzedKernel>& after,
                      std::vector<KernelChange>& changes);

}  // namespace clc
