// What an assembler said and made, read.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "clc/package/bytes.h"
#include "clc/package/target.h"

namespace clc {

// An assembler's output without what differs from run to run, and without what ocloc says over and over.
std::string stable_log(Family family, const std::string& output);

// What to try when it refused the code and gave no reason in `log` (of stable_log); otherwise empty.
std::string advice(Family family, const std::string& log);

using Resources = std::map<std::string, std::map<std::string, std::int64_t>>;

// Figures of the kernels: of ptxas from its output with -v and the code's sizes from the cubin, of ocloc from the
// .ze_info of its binary and its warnings of spills. Kernels or figures of which nothing is said are left out.
Resources cubin_resources(const std::string& ptxas_output, BytesView cubin);
Resources intel_resources(const std::string& ocloc_output, BytesView zebin);

}  // namespace clc
