// The options of inspect, disasm, report, check and diff that say which kernels and launches are meant.
#pragma once

#include "insight/report/kernel_metrics.h"
#include "support/command_line.h"

namespace clc {

void add_kernel_option(const CommandLine& line, std::vector<std::string>& kernels);
void add_selection_options(const CommandLine& line, Selection& selection);

}  // namespace clc
