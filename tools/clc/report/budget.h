// Compares kernels with limits.
#pragma once

#include <string>
#include <vector>

#include "report/budget_file.h"
#include "report/kernel_metrics.h"

namespace clc {

// A metric that exceeds its limit, or that is unknown, so that it cannot be compared.
struct Violation {
  std::string kernel;  // KernelMetrics::name()
  std::string metric;  // for instance "registers"
  std::string text;    // "registers 48, limit 40"
  bool unknown = false;
};

// Limits::most holds names of comparable_metrics().
std::vector<Violation> violations(const KernelMetrics& kernel, const Limits& limits, const Selection& selection);

// At least this fraction at each of the selection's work-group sizes.
std::vector<Violation> occupancy_violations(const KernelMetrics& kernel, double least, const Selection& selection);

// Reads a budget. A limit of a metric that does not exist is an error.
Result<Budget> read_budget(const std::string& path);
const Limits* find_limits(const Budget& budget, const KernelMetrics& kernel);

// Makes limits stricter where the kernel is better, and adds what the kernel has and they lack; never loosens one.
// The selection's work-group sizes get the waves that fit.
void tighten(Limits& limits, const KernelMetrics& kernel, const Selection& selection);

}  // namespace clc
