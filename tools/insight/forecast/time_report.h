// Reports forecasts of kernels' times, as text and JSON.
#pragma once

#include <string>
#include <vector>

#include "insight/forecast/forecast.h"
#include "insight/report/access_report.h"
#include "insight/report/diff.h"
#include "insight/report/kernel_metrics.h"

namespace clc {

// The forecast of one kernel on one product.
struct KernelTime {
  const ForecastChip* chip = nullptr;
  Residency residency;
  bool has_registers = true;  // false: occupancy is that of a kernel with the usual number of registers
  Forecast time;
};

// The forecasts of a kernel on all products of its target.
struct KernelTimes {
  std::string module, kernel, target;
  std::array<std::uint64_t, 3> group{0, 0, 0};
  std::optional<EffortFacts> effort;
  std::vector<KernelTime> products;
  std::string unknown;  // why there is no forecast
};

std::vector<KernelTimes> kernel_times(const std::vector<AnalyzedKernel>& analyzed,
                                      const std::vector<KernelMetrics>& metrics, const Selection& selection);

std::string time_text(const std::vector<KernelTimes>& kernels);
// `stalls`: of each kernel, as JSON; empty: nobody asked.
std::string time_json(const std::vector<KernelTimes>& kernels, const std::vector<std::string>& stalls = {});

// Adds the times that differ to `changes`, for each product.
void compare_times(const std::vector<KernelTimes>& before, const std::vector<KernelTimes>& after,
                   std::vector<KernelChange>& changes);

// "12.3 us", "1.23 ms"
std::string duration_text(double us);

}  // namespace clc
