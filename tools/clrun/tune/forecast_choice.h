// `clrun tune --forecast`: which configurations could be the fastest, by forecasts that were made of their code.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "support/tuning_forecasts.h"
#include "tune/configurations.h"
#include "tune/journal.h"

namespace clc::clrun {

struct ForecastQuestion {
  std::string file;     // of `clc report --tune --time --format json`
  std::string product;  // whose forecasts count; empty: the device's name
  double margin = 0;    // forecasts beyond so many times the best one are left out; 0: by their ranges
};

// The words of the forecasts of the configurations of a package.
struct ForecastChoice {
  std::string product, target;
  bool is_checked = false;
  std::map<std::string, ForecastTime> times;    // by module
  std::map<std::string, std::string> left_out;  // by module: why it cannot be the fastest

  // "forecasts for NVIDIA A100 80GB: computed, never checked"
  std::string about() const;
};

// Reads the file, and holds it against the package. k_usage where it is of other configurations, or has no forecasts
// for the product; k_damaged where it is none.
Result<TuningForecasts> read_forecasts(const std::string& file, const std::vector<TunedName>& names);

// Leaves out what is slower than the best configuration of the same name even at the short end of its range, when that
// one takes as long as the long end of its own. The default configuration, which results are compared with, and those
// without a forecast always run. What the journal knows to fail is the best of none. The journal has a device.
Result<ForecastChoice> choose(const TuningForecasts& forecasts, const ForecastQuestion& question,
                              const std::vector<TunedName>& names, const Journal& journal);

// The configurations that are not left out.
std::vector<TunedName> without_left_out(std::vector<TunedName> names, const ForecastChoice& choice);

}  // namespace clc::clrun
