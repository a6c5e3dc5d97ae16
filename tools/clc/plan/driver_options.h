// Build options that drivers know and clc does not, as recorded programs and other people's command lines carry them.
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

// How many words at `at` are such an option that can be left out; 0: none.
std::size_t driver_words(const std::vector<std::string>& words, std::size_t at);

// The name in clc for a language's name of a driver: `clcpp` for `clc++`; empty for another language.
std::string our_language(const std::string& name);

}  // namespace clc
