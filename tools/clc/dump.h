// Files for people beside the package: what a job was given, what became of it on the way, and its machine code.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clc/package/result.h"
#include "compile.h"
#include "compile_arguments.h"
#include "plan.h"
#include "sink.h"

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

// The extra sections that jobs must be asked for (CompileRequest::sections, and "il", which the front adds).
std::vector<std::string> sections_for_dumps(const CompileArguments& arguments);

// Writes what was asked for. What a missing tool would be needed for is left out, with a warning.
Result<void> dump(const CompileArguments& arguments, const Plan& plan, const std::vector<JobResult>& results,
                  Sink& sink);

// `<kernel>_<device>` for each (kernel, device, module, target). Entries whose names would be equal get
// `.<module>.<target>` behind, all of them, so that no order of arguments decides who has the short name.
struct KernelFile {
  std::string kernel, device, module, target;
};
std::vector<std::string> kernel_file_names(const std::vector<KernelFile>& files);

}  // namespace clc
