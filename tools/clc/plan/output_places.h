// Keeps the files that a call writes out of the place of each other, and of those that it reads.
#pragma once

#include "clc/base/result.h"
#include "plan/plan.h"

namespace clc {

// Refuses (k_usage) outputs in the place of another output, or of a file that the call names as an input.
Result<void> check_output_places(const Plan& plan);

}  // namespace clc
