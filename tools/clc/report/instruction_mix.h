// Counts instructions of machine code by what they do, in its disassembly: for compilers that do not say.
#pragma once

#include <string_view>
#include <vector>

#include "clc/package/package.h"
#include "report/kernel_metrics.h"
#include "support/sink.h"
#include "toolchain/tools.h"

namespace clc {

// A function as nvdisasm or cuobjdump prints it; without the padding behind the code.
ResourceMetrics count_sass(std::string_view text);

// A kernel as iga64 prints it.
ResourceMetrics count_gen(std::string_view text);

// Adds the counts to kernels of NVIDIA's and Intel's machine code that have none. A variant that cannot be
// disassembled gets a warning and no counts; the result is the worst exit code.
Result<int> add_instruction_mix(const Package& package, const ToolPaths& tools, Sink& sink,
                                std::vector<KernelMetrics>& kernels);

}  // namespace clc
