// Choosing among the targets of a package.
#pragma once

#include <string>
#include <vector>

namespace clc {

// True when `pattern` fits a target's canonical name: it is a target as for `compile`, a family such as amdgcn, or a
// pattern as in a shell. An empty pattern fits all.
bool fits_target(const std::string& pattern, const std::string& target);

// True when at least one pattern fits, or when there is none.
bool fits_any_target(const std::vector<std::string>& patterns, const std::string& target);

// "; did you mean A?", or "; it has A, B" where none of `targets` is near.
std::string target_hint(const std::string& pattern, const std::vector<std::string>& targets);

}  // namespace clc
