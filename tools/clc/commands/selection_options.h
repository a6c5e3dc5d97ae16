// The options of report, check and diff that say which kernels and launches are meant.
#pragma once

#include <CLI/CLI.hpp>

#include "insight/report/kernel_metrics.h"

namespace clc {

void add_selection_options(CLI::App& app, Selection& selection);

}  // namespace clc
