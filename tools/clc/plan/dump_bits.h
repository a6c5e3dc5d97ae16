// What of a job is written for people, as GPU_DUMP_DEVICE_KERNEL and --dump-dir ask for it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clc/package/result.h"

namespace clc {

// The bits of GPU_DUMP_DEVICE_KERNEL. AMD's meaning of 1 and 2: a file per kernel. The others are ours: a file per
// module and target, as --dump-dir writes them.
enum DumpBits : unsigned {
  k_dump_il = 1,
  k_dump_isa = 2,
  k_dump_preprocessed = 4,
  k_dump_ir = 8,
  k_dump_log = 16,
  k_dump_binary = 32,
  k_dump_everything = 63,
};

// The variable's value as bits; empty is 0. k_usage when it is no number from 0 to 63.
Result<unsigned> parse_dump_bits(std::string_view text);

// The extra sections that artifacts need for these dumps (CompileRequest::sections, and "il", which final steps add).
std::vector<std::string> sections_for_dumps(unsigned bits);

}  // namespace clc
