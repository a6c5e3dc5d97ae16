// Build options that drivers know and clc does not, as recorded programs carry them.
#pragma once

#include <string>
#include <vector>

#include "plan/build_options.h"

namespace clc {

// The options of one program, sorted by what becomes of them.
struct UnderstoodOptions {
  std::vector<BuildOption> options;   // those that clc knows
  std::vector<std::string> left_out;  // tuning, debugging or output of one driver: the kernels mean the same without
  std::vector<std::string> unknown;   // the kernels may mean something else without them
};

// `words`: the options of a program. `ignored`: shell patterns of options that are to be left out, too.
UnderstoodOptions understand_options(const std::vector<std::string>& words, const std::vector<std::string>& ignored);

}  // namespace clc
