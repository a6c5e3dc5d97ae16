// The files that sources read, found by the preprocessor alone: for dependency rules and plans, which compile nothing.
#pragma once

#include "clc/base/result.h"
#include "plan/job_result.h"
#include "plan/plan.h"
#include "support/sink.h"

namespace clc {

// Asks the worker what each job reads. The artifacts have inputs and diagnostics, and no binary; those of a
// compilation's jobs are the same. The user is told what is wrong with the sources, as compile() does.
Result<JobResults> read_inputs(const Plan& plan, Sink& sink);

}  // namespace clc
