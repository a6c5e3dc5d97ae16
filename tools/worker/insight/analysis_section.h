// The analysis of memory accesses, where a job asks for it.
#pragma once

#include "worker/insight/maths_calls.h"
#include "worker/targets/back_end.h"

namespace clc::worker {

// Between optimisation and code generation. What only the analysis needs of the module is gone behind it.
void add_analysis(const BackEndJob& job, const MathsCalls& maths, std::map<std::string, Bytes>& sections);

}  // namespace clc::worker
