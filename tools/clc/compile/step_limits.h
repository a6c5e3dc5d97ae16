// Limits of drivers and assemblers: they work in a private folder, and need little else.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "clc/base/result.h"
#include "plan/plan.h"

namespace clc {

// Returns the function for ProcessSpec::limit. An operating system without such limits is an error only where the user
// asked for them.
Result<std::function<bool()>> limits_of_step(const Plan& plan, JobIndex job, const std::string& folder);

// The seconds that a driver or an assembler may take. Unless the user said so it is by what there is to do, and many
// times what that should take.
std::chrono::seconds time_of_step(const Plan& plan, JobIndex job, const Artifact& base);

}  // namespace clc
