// Reports forecasts of kernels' times, as text and JSON.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/json_writer.h"
#include "insight/forecast/forecast.h"
#include "insight/report/access_report.h"
#include "insight/report/diff.h"
#include "insight/report/kernel_metrics.h"

namespace clc {

// Registers of a work-item that are taken where nobody knows them.
inline constexpr std::int64_t k_usual_registers = 40;
// The same of a kernel with sums of wgmma, which move to other registers when they are stored: of 64 and 128 sums
// `ptxas` made 132, and 220 to 236.
inline std::int64_t usual_registers(const EffortFacts& effort) {
  return k_usual_registers + static_cast<std::int64_t>(effort.sums + effort.sums / 2);
}

// The forecast of one kernel on one product.
struct KernelTime {
  const ForecastChip* chip = nullptr;
  Residency residency;
  bool has_registers = true;  // false: occupancy is that of a kernel with the usual number of registers
  bool has_local = true;      // false: local arguments are taken to have no bytes
  Forecast time;
};

// The forecasts of a kernel on all products of its target.
struct KernelTimes {
  std::string module, kernel, target;
  std::array<std::uint64_t, 3> group{0, 0, 0};
  std::optional<EffortFacts> effort;
  std::vector<KernelTime> products;
  std::string unknown;  // why there is no forecast
  // Where that is a loop of unknown length: the forecasts if it had one iteration.
  std::vector<KernelTime> of_one_iteration = {};

  // The arguments that decide conditions: --arg can give them.
  std::vector<std::string> deciding_arguments() const;
};

KernelTimes times_of(const AnalyzedKernel& kernel, const std::vector<KernelMetrics>& metrics,
                     const std::optional<std::uint64_t>& dynamic_local,
                     const std::optional<std::uint64_t>& registers = {});
std::vector<KernelTimes> kernel_times(const std::vector<AnalyzedKernel>& analyzed,
                                      const std::vector<KernelMetrics>& metrics, const Selection& selection);

std::string time_text(const std::vector<KernelTimes>& kernels);
// `write_others` adds members to the object of a kernel, by its index.
std::string time_json(const std::vector<KernelTimes>& kernels,
                      const std::function<void(std::size_t kernel, JsonWriter& json)>& write_others);

// Adds the times that differ to `changes`, for each product.
void compare_times(const std::vector<KernelTimes>& before, const std::vector<KernelTimes>& after,
                   std::vector<KernelChange>& changes);

// The product, with a star where its forecasts were never held against measurements.
std::string product_text(const ForecastChip& chip);
// Lines about the star, and about registers that are not known.
std::string time_notes(bool has_unchecked, bool has_registers);
// "12.3 us", "1.23 ms"
std::string duration_text(double us);

}  // namespace clc
