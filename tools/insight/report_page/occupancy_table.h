// Occupancy for every launch of a kernel, as data: what each limit allows for each number of waves in a group, and for
// each amount of local memory. The page finds the occupancy of any launch in it, without a chip's rules of its own.
#pragma once

#include "base/json_writer.h"
#include "insight/report/kernel_metrics.h"

namespace clc {

// {"unit", "wave", "max_group", "max_waves", "by_waves": [{"waves": 32, "registers": 8}, …],
//  "by_registers": [[registers of a work-item from which on, [groups for each number of waves, null: no limit]], …],
//  "most_registers": 255, "local": [[bytes from which on, {"local memory": 14}], …]}, where bytes are those of
//  arguments. PTX, whose registers and
// static local memory are not known, has `at_most`, and says what the other limits allow. {"unknown": why} for other
// chips.
void add_occupancy_table(const KernelMetrics& kernel, JsonWriter& json);

}  // namespace clc
