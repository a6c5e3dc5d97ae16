// --tune: a source that is compiled once for each configuration of its macros.
#pragma once

#include <string>
#include <vector>

#include "plan/plan.h"

namespace clc {

// NAME.tune.json beside NAME.cl.
std::string tuning_file_of(const std::string& source);

// One source for each configuration of its tuning file: modules NAME.1, NAME.2, …, with the macros' values as options.
Result<std::vector<SourceFile>> tuned_sources(const SourceFile& source);

}  // namespace clc
