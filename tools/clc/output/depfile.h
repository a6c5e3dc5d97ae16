// The dependency file for make and ninja.
#pragma once

#include <string>
#include <vector>

#include "clc/base/result.h"
#include "plan/job_result.h"
#include "plan/plan.h"

namespace clc {

// The rules name all files that any job read, and the folders in which a file was looked for in vain, so that a header
// that appears there rebuilds the package. A name that the reader cannot read is k_usage.
Result<std::string> make_rules(const Depfile& depfile, const Plan& plan, const JobResults& results);
// The files that these jobs read, sources first, each once.
std::vector<std::string> files_read(const Plan& plan, const std::vector<JobIndex>& jobs, const JobResults& results);
// Writes the rules into the file; its path must not be empty.
Result<void> write_depfile(const Depfile& depfile, const Plan& plan, const JobResults& results);

// Escapes a name so that make and ninja, or CMake, read it back.
std::string escape_for_make(const std::string& path, DepfileReader reader = DepfileReader::k_make);

}  // namespace clc
