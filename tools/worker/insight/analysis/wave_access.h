// The cost of one memory access of a group: its waves' transactions with global memory, or passes over local memory.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "insight/waves/wave_cost.h"
#include "worker/insight/analysis/lane_value.h"

namespace clc::worker {

struct AccessShape {
  Space space = Space::k_global;
  std::uint64_t bytes = 4;      // bytes that one work-item accesses
  std::uint64_t alignment = 4;  // alignment that the compiler knows
  bool is_atomic = false;       // several accesses to one word wait for each other
  bool is_store = false;
};

// Sums over the waves in which any work-item takes part.
struct AccessCost {
  bool is_known = true;
  Reasons reasons;
  std::string pattern;  // a name, as in AccessFacts
  std::int64_t stride = 0;
  std::string stride_text;
  std::uint64_t requests = 0, ideal = 0, least = 0, most = 0, unaligned = 0, degree = 0, expected_hundredths = 0;
};

// Results for waves of one access, kept for other waves whose lanes lie in the same way.
struct KnownWaves {
  struct Global {
    std::uint64_t ideal = 0, least = 0, most = 0, unaligned = 0;
  };
  std::map<std::vector<std::int64_t>, Global> global;  // transactions
  std::map<std::vector<std::int64_t>, LocalPasses> local;
  std::map<std::vector<std::int64_t>, std::uint64_t> expectations;  // mean conflicts of random data, in hundredths
};

AccessCost access_cost(const LaneValue& pointer, const Lanes& active, std::size_t items, const AccessShape& shape,
                       const ChipMemory& chip, const LaneMath& math, KnownWaves& known);

}  // namespace clc::worker
