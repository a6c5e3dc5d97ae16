// Changes that make accesses and maths functions cheaper, where the analysis proves it.
#pragma once

#include <string>
#include <vector>

#include "protocol/analysis.h"

namespace clc {

struct Advice {
  CodePlace place;
  std::string text;
};

std::vector<Advice> advice_for(const KernelFacts& kernel);

}  // namespace clc
