// The dependency file for make and ninja.
#pragma once

#include <string>

#include "clc/package/result.h"
#include "plan/job_result.h"
#include "plan/plan.h"

namespace clc {

// Names all files that any job read, and the folders in which one was looked for in vain, so that a header that
// appears there rebuilds the package.
Result<void> write_depfile(const Depfile& depfile, const Plan& plan, const JobResults& results);

// A name as make and ninja read it back.
std::string escape_for_make(const std::string& path);

}  // namespace clc
