// The diagnostics of jobs as this run shows them: with files as the user spelled them.
#pragma once

#include <vector>

#include "plan/job_result.h"
#include "plan/plan.h"
#include "support/sink.h"

namespace clc {

// Equal diagnostics of the targets of one file become one, which names its targets when not all of them gave it.
std::vector<ShownDiagnostic> collapse_diagnostics(const Plan& plan, SourceIndex source, const JobResults& results);

// One job's own, none left out.
std::vector<ShownDiagnostic> job_diagnostics(const Plan& plan, JobIndex job, const JobResult& result);

}  // namespace clc
