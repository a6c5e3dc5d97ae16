// Compares kernels with limits.
#pragma once

#include <set>
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

// Limits::most holds names of comparable_metrics(). A `tolerance` of 0.05 lets 5 % more pass, and 5 % fewer waves.
std::vector<Violation> violations(const KernelMetrics& kernel, const KernelLimits& limits, const Selection& selection,
                                  double tolerance = 0);

// At least this fraction at each of the selection's work-group sizes.
std::vector<Violation> occupancy_violations(const KernelMetrics& kernel, double least, const Selection& selection);

// Reads a budget. A limit of a metric that does not exist is an error.
Result<Budget> read_budget(const std::string& path);
const KernelLimits* find_limits(const Budget& budget, const KernelMetrics& kernel);

// What a budget can limit: comparable_metrics() by name, and "waves".
using MetricNames = std::set<std::string>;
// The names that people give for --only: whole, or how one of them begins. Any other is k_usage.
Result<MetricNames> parse_metric_names(const std::vector<std::string>& texts);
// Removes every limit of other metrics. No names at all stand for every metric.
void keep_only(KernelLimits& limits, const MetricNames& only);
void keep_only(Budget& budget, const MetricNames& only);

// The limits that the kernel just keeps, of every metric that is known for it, with waves at these work-group sizes.
KernelLimits limits_of(const KernelMetrics& kernel, const std::vector<std::uint64_t>& work_groups,
                       const Selection& selection);

struct BudgetChange {
  std::string kernel;  // KernelMetrics::name()
  std::string text;    // "registers 40 -> 32"
};
// Makes limits stricter where a kernel is better now, and never loosens or adds one. Kernels that the budget lacks are
// added, with the metrics that it limits elsewhere, or all when it limits none. `only` restricts both.
std::vector<BudgetChange> ratchet(Budget& budget, const std::vector<KernelMetrics>& kernels, const Selection& selection,
                                  const MetricNames& only);

}  // namespace clc
