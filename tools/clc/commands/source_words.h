// Commands that take sources in the place of a package compile them first.
#pragma once

#include <string>
#include <vector>

#include "commands/command.h"
#include "report/access_report.h"

namespace clc {

// Whether one of the words names a file that is compiled first, and nobody asks for help.
bool name_sources(const std::vector<std::string>& words);

// The words that are the command's own, and those that say how to compile.
struct SourceWords {
  std::vector<std::string> own;
  std::vector<std::string> compiled;
};
SourceWords separate(const std::vector<std::string>& words, const std::vector<std::string>& options_with_value,
                     const std::vector<std::string>& flags);

// Takes the words that name files which are compiled out of the others.
std::vector<std::string> take_sources(std::vector<std::string>& words);

// What the compiler found out about the kernels that are selected; none is k_usage.
Result<std::vector<AnalyzedKernel>> analyzed_kernels(const std::vector<CompiledSection>& sections,
                                                     const Selection& selection);

}  // namespace clc
