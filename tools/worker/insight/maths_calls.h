// Calls of OpenCL's maths functions in kernels, and how many instructions each function is, for `clc report
// --accesses`.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "protocol/analysis.h"
#include "worker/targets/back_end.h"

namespace clc::worker {

// By the kernel.
using MathsCalls = std::map<std::string, std::vector<MathsCall>>;

// Declares the shorter functions that calls could be replaced with, so that the builtin libraries are asked for them,
// too. Before these are linked, and where the job asks for an analysis; otherwise nothing changes.
void declare_shorter_functions(const BackEndJob& job);

// Behind the builtin libraries and before optimisation. Takes shorter functions that the program does not call out of
// the module again. Empty where the job asks for no analysis.
MathsCalls find_maths_calls(const BackEndJob& job);

}  // namespace clc::worker
