// Counts instructions of machine code and of IL by class, for compilers that do not report them.
#pragma once

#include <vector>

#include "clc/package/package.h"
#include "insight/report/kernel_metrics.h"
#include "support/sink.h"
#include "toolchain/tools.h"

namespace clc {

// Adds the counts to kernels of NVIDIA's and Intel's machine code, PTX and SPIR-V that have none. A variant that cannot
// be disassembled gets a warning and no counts; the result is the worst exit code.
int add_instruction_mix(const Package& package, const ToolPaths& tools, Sink& sink,
                        std::vector<KernelMetrics>& kernels);

}  // namespace clc
