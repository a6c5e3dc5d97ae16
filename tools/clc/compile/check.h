// Holds what compilers and drivers handed over against what they were asked for.
#pragma once

#include <string>
#include <vector>

#include "compile/compile.h"
#include "plan/plan.h"
#include "support/sink.h"

namespace clc {

// What is wrong with a finished job's artifact, or an empty text.
std::string complaint(const Plan& plan, const Job& job, const Artifact& artifact);
// The same for what the worker made for the job, of which a tool or a driver makes the job's own.
std::string base_complaint(const Plan& plan, const Job& job, const Artifact& artifact);

// Turns results that do not stand the check into crashes, and says so.
void check(const Plan& plan, std::vector<JobResult>& results, Sink& sink);

// The exit code that the results add up to: 5 beats 4, 3 and 1.
int exit_code_of(const std::vector<JobResult>& results);

}  // namespace clc
