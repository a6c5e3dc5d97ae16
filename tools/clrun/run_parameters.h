// The options that `clrun run` takes for one algorithm.
#pragma once

#include <string>
#include <vector>

#include "clc/base/result.h"
#include "common/algorithm.h"

namespace clc::clrun {

// Returns the error for an algorithm that does not work on files.
std::string not_on_files(const algorithms::Algorithm& algorithm);

// Reads "--angle 90 --output=x.png" as pairs; `others` are the names of the options that every algorithm has. Wrong
// words are k_usage. The options of an algorithm that does not exist (null), or that does not work on files, are not
// checked: it is refused later.
Result<algorithms::Parameters> read_parameters(const std::vector<std::string>& words,
                                               const algorithms::Algorithm* algorithm, std::vector<std::string> others);

// The part of the help that is about this algorithm.
std::string parameters_help(const algorithms::Algorithm& algorithm);

}  // namespace clc::clrun
