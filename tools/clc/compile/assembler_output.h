// Reads what an assembler printed, and the metrics of the kernels that it made.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "clc/base/bytes.h"
#include "clc/package/target.h"

namespace clc {

// An assembler's output without what differs from run to run, and without what ocloc repeats.
std::string stable_log(const std::string& output, bool repeats_messages);

// Advises what to try when the assembler refused the code and `log` (see stable_log) gives no reason; otherwise empty.
std::string advice(Family family, const std::string& log);

using Resources = std::map<std::string, std::map<std::string, std::int64_t>>;

// Metrics of the kernels: from what ptxas prints with -v and the sizes of code in the cubin; from the .ze_info section
// of ocloc's binary and its warnings of spills. Kernels and metrics that are not mentioned there are left out.
Resources resources_of(Family family, const std::string& output, BytesView binary);
Resources cubin_resources(const std::string& ptxas_output, BytesView cubin);
Resources intel_resources(const std::string& ocloc_output, BytesView zebin);

}  // namespace clc
