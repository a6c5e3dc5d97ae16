// The final step of jobs whose binary another program makes from what the worker made: a driver, ptxas, ocloc.
#pragma once

#include <string>
#include <vector>

#include "plan/plan.h"

namespace clc {

// The command line of the job's assembler; only for targets that have one.
std::vector<std::string> assembler_command_of(const Plan& plan, const Job& job);

// The lines before the input of the job's assembler, where that is the source: its macros.
std::string assembler_prelude(const Plan& plan, const Job& job);

// Returns everything that reaches the program beside the worker's artifact, for cache keys; not the program's own path.
std::vector<std::string> final_step_words(const Plan& plan, const Job& job);

}  // namespace clc
