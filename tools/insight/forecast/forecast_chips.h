// The products for which times are forecast, and what each can do.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace clc {

struct ForecastChip {
  const char* product = "";
  const char* arch = "";     // of targets
  const char* checked = "";  // the table of measurements that its forecasts were held to; empty: none
  unsigned units = 0;
  double gigahertz = 0;
  // Instructions of waves that a unit begins in a clock.
  double issue = 0, floats = 0, doubles = 0, integers = 0, products = 0, specials = 0, images = 0;
  // Operations of matrix units in a clock of a unit, by the elements that they multiply (matrix_rates.h).
  double matrix_halfs = 0, matrix_floats = 0, matrix_doubles = 0, matrix_bytes = 0, matrix_float8s = 0;
  // The same of wgmma.
  double group_halfs = 0, group_floats = 0, group_bytes = 0, group_float8s = 0;
  double lines = 0;      // rows of the cache beside the unit, or passes over local memory, in a clock
  double cache_kib = 0;  // beside a unit, with local memory
  double l2_mib = 0, l2_gigabytes_per_s = 0, dram_gigabytes_per_s = 0;
  double atomics_per_ns = 0;       // on different addresses of global memory
  double same_atomics_per_ns = 0;  // on the same 32 bytes of it
  // Clocks until a result can be used.
  double alu_latency = 0, double_latency = 0, special_latency = 0, matrix_latency = 0, local_latency = 0;
  double l1_latency = 0, l2_latency = 0, dram_latency = 0, barrier_latency = 0;
  double wave_issue = 0;     // clocks from an instruction of a wave to its next one
  double partial_share = 0;  // bytes of memory's traffic for each byte of partly written segments
  double launch_us = 0;      // of a kernel that does nothing, as the driver's events tell it
};

// The figures of a chip that are numbers with fractions, under their names above.
std::vector<std::pair<const char*, double>> figures_of(const ForecastChip& chip);

// The products of a target; empty where none is known.
std::vector<const ForecastChip*> forecast_chips(const std::string& target);

}  // namespace clc
