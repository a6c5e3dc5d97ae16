// Where the time of a call goes: jobs, what the cache had, and the worker's own trace of each compilation, in the
// format of trace viewers (chrome://tracing, Perfetto, speedscope).
#pragma once

#include <chrono>
#include <string>

#include "plan/job_result.h"
#include "plan/plan.h"

namespace clc {

// Times count from `begin`. The traces are of artifacts with k_time_trace_section; of a job that came from the cache
// nothing is told but that.
std::string time_trace(const Plan& plan, const JobResults& results, std::chrono::steady_clock::time_point begin);

}  // namespace clc
