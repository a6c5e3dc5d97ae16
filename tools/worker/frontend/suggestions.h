// Names of OpenCL C that somebody who wrote another one may mean.
#pragma once

#include <cstddef>
#include <vector>

#include "clc/package/artifact.h"

namespace clc::worker {

// Adds a suggestion to each error, from an index on, about an unknown name of which nothing is known yet, and a note
// with the names that look like macros, which the host program may give.
void suggest_names(std::vector<Diagnostic>& diagnostics, std::size_t begin);

}  // namespace clc::worker
