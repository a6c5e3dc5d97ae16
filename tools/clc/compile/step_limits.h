// Limits of drivers and assemblers: they work in a private folder, and need little else.
#pragma once

#include <functional>
#include <string>

#include "clc/base/result.h"
#include "plan/plan.h"

namespace clc {

// Returns the function for ProcessSpec::limit. An operating system without such limits is an error only where the user
// asked for them.
Result<std::function<bool()>> limits_of_step(const Plan& plan, JobIndex job, const std::string& folder);

}  // namespace clc
