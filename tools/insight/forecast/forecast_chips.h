// The products for which times are forecast, and what each can do.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace clc {

struct ForecastChip {
  const char* product;
  const char* arch;          // of targets
  const char* checked = "";  // the table of measurements that its forecasts were held to; empty: none
  unsigned units;
  double gigahertz;
  // Instructions of waves that a unit begins in a clock.
  double issue = 4, floats, doubles, integers, products, specials, images;
  double lines;      // rows of the cache beside the unit, or passes over local memory, in a clock
  double cache_kib;  // beside a unit, with local memory
  double l2_mib, l2_gigabytes_per_s, dram_gigabytes_per_s;
  double atomics_per_ns;       // on different addresses of global memory
  double same_atomics_per_ns;  // on the same 32 bytes of it
  // Clocks until a result can be used.
  double alu_latency, double_latency, special_latency, local_latency, l1_latency, l2_latency, dram_latency,
      barrier_latency;
  double wave_issue;           // clocks from an instruction of a wave to its next one
  double partial_share = 4.5;  // bytes of memory's traffic for each byte of partly written segments
  double launch_us;            // of a kernel that does nothing, as the driver's events tell it
};

// The figures of a chip that are numbers with fractions, under their names above.
std::vector<std::pair<const char*, double>> figures_of(const ForecastChip& chip);

// The products of a target; empty where none is known.
std::vector<const ForecastChip*> forecast_chips(const std::string& target);

}  // namespace clc
