// Counts the waves of a kernel that one compute unit can hold at once, and names the limits that keep it from holding
// more. The error for an unknown chip, or a missing metric, says why there is no answer.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "clc/base/result.h"

namespace clc {

using ResourceMetrics = std::map<std::string, std::int64_t>;  // by the names of clc/package/resource_names.h

enum class OccupancyLimit { k_waves, k_groups, k_registers, k_scalar_registers, k_local_memory, k_group_size };
const char* limit_name(OccupancyLimit limit);

// The work-groups that one limit allows in one unit.
struct OccupancyBound {
  OccupancyLimit limit = OccupancyLimit::k_waves;
  std::uint64_t groups = 0;

  bool operator==(const OccupancyBound& other) const = default;
};

struct Occupancy {
  const char* unit = "";     // name of the part of a chip: "SM", "CU", "WGP", "SS", "DSS", "XC", "SE"
  std::uint64_t groups = 0;  // at once in one unit; 0: the kernel cannot run with this work-group
  std::uint64_t waves = 0;
  std::uint64_t max_waves = 0;         // waves that the unit has room for
  std::vector<OccupancyLimit> limits;  // limits that allow no more than `groups`
  std::vector<OccupancyBound> bounds;  // all limits that were compared
  std::uint64_t wave_size = 0;         // work-items
  std::uint64_t max_group = 0;         // work-items that the chip and the kernel as compiled allow
  std::string impossible;              // the limit that a single group exceeds, and by how much; empty: none is known

  double fraction() const { return static_cast<double>(waves) / static_cast<double>(max_waves); }
};

struct LaunchSize {
  std::uint64_t work_group = 0;     // work-items
  std::uint64_t dynamic_local = 0;  // bytes of local memory that arguments ask for
  // Registers of a work-item (of Intel's: of a hardware thread) in the place of the compiler's.
  std::optional<std::uint64_t> registers = {};
};

// "registers, local memory"
std::string limits_text(const Occupancy& occupancy);

// k_unavailable says what is unknown.
Result<Occupancy> occupancy(const std::string& target, const ResourceMetrics& resources, const LaunchSize& launch);

// The resources that a chip offers to one work-item or work-group.
struct ChipLimits {
  std::uint64_t registers = 0;         // vector registers of a work-item; Intel: of a hardware thread
  std::uint64_t scalar_registers = 0;  // scalar registers of a wave; 0: it has none
  std::uint64_t local_bytes = 0;       // bytes of a work-group
  std::uint64_t wave_size = 0;         // 0: the compiler chooses
};
std::optional<ChipLimits> chip_limits(const std::string& target);

}  // namespace clc
