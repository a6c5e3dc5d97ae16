// The analysis of memory accesses, where a job asks for it.
#pragma once

#include "worker/codegen/back_end.h"
#include "worker/codegen/maths_calls.h"

namespace clc::worker {

// Between optimisation and code generation. What only the analysis needs of the module is gone behind it.
void add_analysis(const BackEndJob& job, const MathsCalls& maths, BackEndOutput& output);

}  // namespace clc::worker
