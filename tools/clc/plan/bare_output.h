// Outputs that are one binary as it is, instead of a package: `clc compile one.cl -t spirv64 -o one.spv`.
#pragma once

#include <string>

#include "clc/package/artifact.h"
#include "plan/plan.h"
#include "support/sink.h"

namespace clc {

// Checks that what a call writes fits the name of its output: a bare one takes one source, one target and its format's
// ending.
Result<void> check_output_name(const Plan& plan);

// A package tells drivers how its IL is to be built, and a binary cannot. Warns where that changes results.
void warn_of_build_options(const std::string& path, const Artifact& artifact, Sink& sink);

}  // namespace clc
