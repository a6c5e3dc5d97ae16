// Lowers the counters of Clang's coverage: kernels add to them in a buffer, a new last argument.
#pragma once

#include "clc/internal/coverage.h"
#include "worker/targets/back_end.h"

namespace clc::worker {

// Changes Clang's own module, before all passes. The interface stays as it is.
Result<CoverageTable> instrument_coverage(const BackEndJob& job);

}  // namespace clc::worker
