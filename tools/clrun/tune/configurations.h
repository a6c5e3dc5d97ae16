// The modules of a package that can be tuned: for each name its configurations, in the package's order.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "clc/package/package.h"

namespace clc::clrun {

struct TunedName {
  std::string name;
  std::vector<const Module*> configurations;  // the default one first
};

// Finds the modules that `wanted` names; empty: all. k_usage for a package without configurations, for one that was
// tuned already, and for a name that is not there.
Result<std::vector<TunedName>> find_tuned_names(const Manifest& manifest, const std::vector<std::string>& wanted);

// "ROWS=4 TILE=16"
std::string describe_parameters(const Tuning& tuning);

}  // namespace clc::clrun
