// Parts of a device, each with compute units of its own; a queue on each lets them work at the same time.
#pragma once

#include <cstdint>
#include <vector>

#include "clc/base/result.h"
#include "clc/runtime/device.h"

namespace clc {

// The memory or cache that the compute units of a part share.
enum class SharedBy { k_numa, k_l4_cache, k_l3_cache, k_l2_cache, k_l1_cache, k_next };

// "numa", "l4", "l3", "l2", "l1"; "next": the first of these that divides the device.
const char* shared_by_name(SharedBy shared);

// Divides the device into a part for each of `units`, with that many compute units. Their sum may be less than what the
// device has. No unit, or more than there are, is k_usage; a device that cannot be divided so is k_unavailable.
Result<std::vector<Device>> divide_by_counts(const Device& device, const std::vector<std::uint32_t>& units);

// Divides the device into parts whose units share a cache or a node of memory. A device that does not know such parts
// is k_unavailable, and the error says which ones it knows.
Result<std::vector<Device>> divide_by_affinity(const Device& device, SharedBy shared);

}  // namespace clc
