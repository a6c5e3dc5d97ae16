// Findings as SARIF 2.1.0, which code hosts show beside the lines of a change.
#pragma once

#include <string>
#include <vector>

#include "protocol/analysis.h"

namespace clc {

// A note that belongs to a finding: who included the file, what a macro expanded to.
struct RelatedPlace {
  std::string text;
  CodePlace place;
};

// A finding that is worth a line beside the code: a fault, an access that costs more than it must, a branch that parts
// waves, a limit that is exceeded.
struct Finding {
  std::string rule, level, text;  // rule: one that sarif.cpp describes; level: error, warning or note
  CodePlace place;
  std::vector<RelatedPlace> related = {};
};

// The files of places are paths from the folder that the log is for.
std::string sarif_log(const std::vector<Finding>& findings);

}  // namespace clc
