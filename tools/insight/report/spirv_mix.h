// Counts instructions of SPIR-V by what they do.
#pragma once

#include <map>
#include <string>

#include "clc/base/bytes.h"
#include "insight/report/occupancy.h"

namespace clc {

// Counts by the names of kernels, with the functions that they call. Instructions that declare, name or mark a
// structure are left out; those that read the ids of an item are of no class. Damaged modules count as far as they can
// be read.
std::map<std::string, ResourceMetrics> count_spirv(BytesView module);

}  // namespace clc
