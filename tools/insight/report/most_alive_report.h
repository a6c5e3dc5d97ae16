// Finds the most registers that are alive at once in each kernel, and the place in its source.
#pragma once

#include <vector>

#include "clc/package/package.h"
#include "insight/report/kernel_metrics.h"
#include "support/sink.h"
#include "toolchain/tools.h"

namespace clc {

// Adds these figures to kernels of AMD's and NVIDIA's code and of IL. A variant whose code cannot be read gets a
// warning and no figures; the result is the worst exit code.
int add_most_alive(const Package& package, const ToolPaths& tools, Sink& sink, std::vector<KernelMetrics>& kernels);

}  // namespace clc
