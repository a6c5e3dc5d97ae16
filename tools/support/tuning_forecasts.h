// Forecasts of the times of a package's configurations, as a file: `clc report --tune --time --format json` writes it,
// and `clrun tune --forecast` reads it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "clc/base/result.h"

namespace clc {

// The time of all launches of a configuration on a product.
struct ForecastTime {
  std::string product;
  bool is_checked = false;     // the product's forecasts were held against measurements
  bool has_registers = false;  // false: occupancy is that of a kernel with the usual number of registers
  std::uint64_t least_ns = 0, expected_ns = 0, most_ns = 0;
};

struct ForecastConfiguration {
  std::string module, target;
  std::string source_sha256;
  std::map<std::string, std::string> parameters;  // values of the macros
  std::vector<ForecastTime> times;
  std::string unknown;  // why there are none
};

inline constexpr std::uint64_t k_forecasts_version = 1;

struct TuningForecasts {
  std::uint64_t version = k_forecasts_version;
  std::vector<ForecastConfiguration> configurations;
};

std::string encode_tuning_forecasts(const TuningForecasts& forecasts);
// `what` names the text in errors.
Result<TuningForecasts> decode_tuning_forecasts(std::string_view text, const std::string& what);

}  // namespace clc
