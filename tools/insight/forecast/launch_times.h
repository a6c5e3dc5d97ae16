// Forecasts of launches that a tuning file or a recording lists, summed up.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "insight/forecast/time_report.h"
#include "support/tuning_forecasts.h"

namespace clc {

// Launches of one kernel that are alike.
struct TimedLaunches {
  KernelTimes times;  // of one
  std::uint64_t count = 1;
  std::array<std::uint64_t, 3> global{0, 0, 0};
};

// The time of several launches on one product.
struct TimeSum {
  const ForecastChip* chip = nullptr;
  bool has_registers = true;
  std::uint64_t launches = 0;
  double least_us = 0, expected_us = 0, most_us = 0;
  std::uint64_t at_least = 0;  // launches of unknown length, of which only the least time is in the sums
  std::string bound_by;        // the launches that take the most time together

  void add(const KernelTime& one, std::uint64_t count);
  void add_at_least(const KernelTime& one, std::uint64_t count);

 private:
  std::map<std::string, double> us_by_bound_;
};

// The sums over all products of the launches' targets, in the order of the first launch.
std::vector<TimeSum> sums_of(const std::vector<const TimedLaunches*>& launches);

// One configuration of a tuning file for one target.
struct ConfigurationTimes {
  std::string module, target, source_sha256;
  std::map<std::string, std::string> parameters;
  std::vector<TimeSum> products;
  std::string unknown;  // why there is no forecast of one of its launches
};
ConfigurationTimes configuration_times(const Module& module, const std::string& target,
                                       const std::vector<const TimedLaunches*>& launches);

// A program's launches: where the time goes, the longest kernel of each product first. JSON has them in order, too.
std::string launches_text(const std::vector<TimedLaunches>& launches);
void write_launches(const std::vector<TimedLaunches>& launches, JsonWriter& json);

// The fastest first, for each target and product.
std::string configurations_text(const std::vector<ConfigurationTimes>& configurations);
TuningForecasts tuning_forecasts(const std::vector<ConfigurationTimes>& configurations);

}  // namespace clc
