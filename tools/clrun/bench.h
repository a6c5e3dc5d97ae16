// The measurements of `clrun bench`, apart from how they are shown.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "context.h"
#include "peers.h"

namespace clc::clrun {

// The highest speeds of the device, measured in the same run; 0 where they could not be measured.
struct Ceilings {
  double bytes_per_s = 0;       // the faster one of copying floats and adding numbers up
  double operations_per_s = 0;  // float32 multiplications and additions
};

// The result of one problem.
struct BenchRow {
  std::string algorithm, variant, target;
  algorithms::Problem problem;
  algorithms::Measurement measurement;
  double floor_ms = 0;  // what the work takes at the ceilings; 0 where they are unknown
  Peer peer;            // its name is empty where there is none
  std::string skipped;  // why there is no measurement
  std::string failed;

  bool is_without_figures() const { return !skipped.empty() || !failed.empty(); }
};

const char* input_name(algorithms::Input input);

// Measures the ceilings with copy_width/float4, reduce/fast and fma/chains, on CPUs fma/vectors, at their own sizes.
Ceilings measure_ceilings(algorithms::Session& session, std::uint64_t seed);

// The least time that the work takes: for its bytes, or for its operations, whichever is longer.
double floor_of(const algorithms::Work& work, const Ceilings& ceilings);

// The sizes to measure: those of the options, or the algorithm's own, or with --sweep seven up to that.
std::vector<std::uint64_t> bench_sizes(const algorithms::Algorithm& algorithm, DeviceKind kind, const Options& options);

// Measures all selections, and calls `report` with each row as soon as there is one. The sink hears of trouble with the
// peer. Returns the exit code.
int bench_selections(algorithms::Session& session, const std::vector<Selection>& selections, const Options& options,
                     Ceilings& ceilings, Sink& sink, const std::function<void(const BenchRow&)>& report);

}  // namespace clc::clrun
