// Files for people beside the package: what a job was given, what became of it on the way, and its machine code.
#pragma once

#include <string>
#include <vector>

#include "clc/base/result.h"
#include "plan/job_result.h"
#include "plan/plan.h"
#include "support/sink.h"

namespace clc {

// Writes the dumps that were asked for. Where a tool is missing, its dump is left out with a warning.
Result<void> dump(const Plan& plan, const JobResults& results, Sink& sink);

// `<kernel>_<device>` for each (kernel, device, module, target). Entries whose names would be equal all get
// `.<module>.<target>` behind, so that the order of arguments does not decide which has the short name.
struct KernelFile {
  std::string kernel, device, module, target;
};
std::vector<std::string> kernel_file_names(const std::vector<KernelFile>& files);

}  // namespace clc
