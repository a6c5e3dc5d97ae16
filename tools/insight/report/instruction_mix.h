// Counts instructions of machine code and of IL by class, for compilers that do not report them.
#pragma once

#include <string_view>
#include <vector>

#include "clc/package/package.h"
#include "insight/report/kernel_metrics.h"
#include "support/sink.h"
#include "toolchain/tools.h"

namespace clc {

// Counts a function as nvdisasm or cuobjdump prints it, without the padding behind its code.
ResourceMetrics count_sass(std::string_view text);

// Counts a kernel as iga64 prints it.
ResourceMetrics count_gen(std::string_view text);

// Counts a function of PTX. Its instructions are those of a virtual machine: chips have others.
ResourceMetrics count_ptx(std::string_view text);

// All classes with the number 0: a class that does not occur is 0 and not unknown.
ResourceMetrics no_instructions();

// Adds the counts to kernels of NVIDIA's and Intel's machine code, PTX and SPIR-V that have none. A variant that cannot
// be disassembled gets a warning and no counts; the result is the worst exit code.
int add_instruction_mix(const Package& package, const ToolPaths& tools, Sink& sink,
                        std::vector<KernelMetrics>& kernels);

}  // namespace clc
