// Forecasts how long a launch takes on a chip. docs/forecasts.md describes the model.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "insight/forecast/forecast_chips.h"
#include "protocol/analysis.h"

namespace clc {

// How a launch fills a unit of the chip.
struct Residency {
  double groups = 1;       // that a unit holds at once
  double waves = 1;        // of a group
  double local_bytes = 0;  // of a group
};

struct Forecast {
  double least_us = 0, expected_us = 0, most_us = 0;
  double whole_us = 0;  // expected, if all that depends on unknown conditions is done
  std::string bound_by;
  // The time that each resource would take alone, in microseconds: "DRAM", "L2", "issue" …
  std::vector<std::pair<std::string, double>> parts;
};

// Weight of conditional work, on a log scale.
inline constexpr double k_doubted_share = 0.8;
// The factor by which a time may differ from its forecast.
double spread_of(const ForecastChip& chip);

Forecast forecast(const EffortFacts& effort, const Residency& residency, const ForecastChip& chip);

// The clocks that a load of global memory takes in the middle, and the memory that most of it comes from: "L1", "L2",
// "DRAM".
struct LoadWait {
  double clocks = 0;
  std::string level;
};
LoadWait load_wait(const EffortFacts& effort, const Residency& residency, const ForecastChip& chip);

}  // namespace clc
