// The plan of a call as data, for build systems that run its jobs themselves (docs/scale.md).
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "clc/base/result.h"
#include "plan/compile_options.h"
#include "plan/job_result.h"
#include "plan/plan.h"

namespace clc {

using JobCosts = IndexedVector<JobIndex, std::optional<std::chrono::milliseconds>>;

// k_usage for calls that others cannot run job by job, and for options that jobs cannot have.
Result<void> check_can_be_listed(const CompileOptions& options);

// JSON: what a job reads and writes, its command and what it took last time; and the link of their packages. `read`
// says what the jobs read. k_usage: an input can be read only once.
Result<std::string> list_jobs(const CompileOptions& options, const CompileArguments& arguments, const Plan& plan,
                              const JobResults& read, const JobCosts& costs);

}  // namespace clc
