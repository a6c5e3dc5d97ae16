// Compares kernels with limits.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "insight/report/budget_file.h"
#include "insight/report/kernel_metrics.h"
#include "protocol/analysis.h"

namespace clc {

// A metric that exceeds its limit, or that is unknown, so that it cannot be compared.
struct Violation {
  std::string kernel;  // KernelMetrics::name()
  std::string metric;  // for instance "registers"
  std::string text;    // "registers 48, limit 40"
  bool unknown = false;
  bool unknown_to_chip = false;         // not limited, because the target does not tell it
  std::optional<CodePlace> place = {};  // nothing: the kernel as a whole

  // "k.cl:3: … (kernel k of module m for nvptx:sm_90)", or the kernel and the text.
  std::string message() const;
};

// KernelLimits::most holds names of comparable_metrics(). A `tolerance` of 0.05 lets 5 % more pass, and 5 % fewer
// waves.
std::vector<Violation> violations(const KernelMetrics& kernel, const KernelLimits& limits, const Selection& selection,
                                  double tolerance = 0);

// Checks that the occupancy is at least this fraction at each of the selection's work-group sizes.
std::vector<Violation> occupancy_violations(const KernelMetrics& kernel, double least, const Selection& selection);

// Reads a budget. A limit of a metric that does not exist is an error.
Result<Budget> read_budget(const std::string& path);
const KernelLimits* find_limits(const Budget& budget, const KernelMetrics& kernel);

// The metrics that a budget can limit: comparable_metrics() by name, and k_waves_metric.
inline constexpr const char* k_waves_metric = "waves";
// The metrics for which any kernel of the budget has a limit.
MetricNames metrics_of(const Budget& budget);
// Reads the names that people give for --only, each whole or a prefix of it. Any other name is k_usage.
Result<MetricNames> parse_metric_names(const std::vector<std::string>& texts);
// Removes every limit of other metrics. An empty set stands for all metrics.
void keep_only(KernelLimits& limits, const MetricNames& only);
void keep_only(Budget& budget, const MetricNames& only);

// The strictest limits that the kernel keeps: one for every metric that is known for it, and for the waves at each of
// these work-group sizes.
KernelLimits limits_of(const KernelMetrics& kernel, const std::vector<std::uint64_t>& work_groups,
                       const Selection& selection);

// The metrics of the kernel that somebody who reads the budget takes for limited: those of Budget::only and those that
// it limits for another kernel. One that is for all metrics stands also for those that are known of other kinds of
// chips, but not of this one. `limited`: metrics_of(budget).
MetricNames watched_by(const Budget& budget, const MetricNames& limited, const KernelMetrics& kernel,
                       const Selection& selection);

// True where the metric, or k_waves_metric, is known for the kernel.
bool is_known(const KernelMetrics& kernel, const std::string& metric, const Selection& selection);

// A violation for each metric of `wanted` that these limits of the kernel leave out, with the reason; only one if the
// limits are empty. All are `unknown`.
std::vector<Violation> unwatched(const KernelMetrics& kernel, const KernelLimits& limits, const MetricNames& wanted,
                                 const Selection& selection);

struct BudgetChange {
  std::string kernel;  // KernelMetrics::name()
  std::string text;    // "registers 40 -> 32"
};
// Makes limits stricter where a kernel is better now, and never loosens or adds one. Kernels that the budget lacks are
// added, with the metrics of Budget::only, else those that it limits elsewhere, or all when it limits none. `only`
// restricts both.
std::vector<BudgetChange> ratchet(Budget& budget, const std::vector<KernelMetrics>& kernels, const Selection& selection,
                                  const MetricNames& only);

}  // namespace clc
