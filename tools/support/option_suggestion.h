// Suggests an option in the place of an unknown one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clc {

// "; did you mean --jobs?", or nothing. Names that other tools give to --work-group stand for it.
std::string option_suggestion(std::string_view unknown, const std::vector<std::string>& names);

}  // namespace clc
