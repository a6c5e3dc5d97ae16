// The files for people that GPU_DUMP_DEVICE_KERNEL and --dump-dir ask for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clc/base/result.h"

namespace clc {

// The bits of GPU_DUMP_DEVICE_KERNEL. 1 and 2 are AMD's and mean a file per kernel. The others are ours and mean a
// file per module and target, as --dump-dir writes them.
enum DumpBits : unsigned {
  k_dump_il = 1,
  k_dump_isa = 2,
  k_dump_preprocessed = 4,
  k_dump_ir = 8,
  k_dump_log = 16,
  k_dump_binary = 32,
  k_dump_passes = 64,
  k_dump_stages = 63,  // all but the last
  k_dump_everything = 127,
};

// Reads the variable's value; an empty one is 0. k_usage when it is not a number from 0 to 127.
Result<unsigned> parse_dump_bits(std::string_view text);

// The extra sections that artifacts need for these dumps (CompileRequest::sections, and "il", which final steps add).
std::vector<std::string> sections_for_dumps(unsigned bits);

}  // namespace clc
