// Makes a package of finished jobs.
#pragma once

#include <string>

#include "clc/package/package.h"
#include "plan/job_result.h"
#include "plan/plan.h"

namespace clc {

// Jobs that are done become variants, the others become entries of missing[]. Moves the binaries out of `results`.
PackageContents assemble(const Plan& plan, JobResults& results);

// A digest of everything that the result depends on, and of nothing else: no folder names, no clock.
std::string input_digest(const Plan& plan, const Job& job, const Artifact& artifact);

}  // namespace clc
