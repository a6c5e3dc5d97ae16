// Counts instructions of SPIR-V by what they do.
#pragma once

#include <map>
#include <string>

#include "clc/package/bytes.h"
#include "report/occupancy.h"

namespace clc {

// By the names of kernels, with the functions that they call; without what declares, names or marks a structure.
// Reading the ids of an item is of no class. Damaged modules count as far as they can be read.
std::map<std::string, ResourceMetrics> count_spirv(BytesView module);

}  // namespace clc
