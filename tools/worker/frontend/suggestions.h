// Names of OpenCL C that somebody who wrote another one may mean.
#pragma once

#include <span>

#include "clc/package/artifact.h"

namespace clc::worker {

// Adds a suggestion to each error about an unknown name of which nothing is known yet.
void suggest_names(std::span<Diagnostic> diagnostics);

}  // namespace clc::worker
