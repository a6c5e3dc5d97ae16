// Prints the table of `clc report` as text, CSV and JSON.
#pragma once

#include <string>
#include <vector>

#include "base/json_writer.h"
#include "insight/report/kernel_metrics.h"

namespace clc {

// Aligned columns, in several tables if one would be wider than `most` (0: always in one). "-" is unknown; lines below
// the table say why an occupancy is unknown.
std::string report_text(const std::vector<KernelMetrics>& kernels, const Selection& selection, std::size_t most = 0);

// Columns of Radeon GPU Analyzer under its names, and then further ones; an empty field is unknown.
std::string report_csv(const std::vector<KernelMetrics>& kernels, const Selection& selection);

// Metrics by their names in the manifest; absent is unknown.
std::string report_json(const std::vector<KernelMetrics>& kernels, const Selection& selection);

// A line of CSV.
std::string csv_line(const std::vector<std::string>& fields);

// Rows of cells as text: the first `left_columns`, and the last unless that is a number, are aligned to the left, the
// others to the right.
std::string aligned(const std::vector<std::vector<std::string>>& rows, std::size_t left_columns,
                    bool is_last_left = true);

}  // namespace clc
