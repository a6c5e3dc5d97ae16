// The dependency file for make and ninja.
#pragma once

#include <string>

#include "clc/base/result.h"
#include "plan/job_result.h"
#include "plan/plan.h"

namespace clc {

// Names all files that any job read, and the folders in which a file was looked for in vain, so that a header that
// appears there rebuilds the package.
Result<void> write_depfile(const Depfile& depfile, const Plan& plan, const JobResults& results);

// Escapes a name so that make and ninja read it back.
std::string escape_for_make(const std::string& path);

}  // namespace clc
