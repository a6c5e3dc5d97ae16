#include "support/target_pattern.h"

#include <fnmatch.h>

#include <algorithm>
#include <set>

#include "clc/internal/text.h"
#include "clc/package/target.h"

namespace clc {

bool fits_target(const std::string& pattern, const std::string& target) {
  if (pattern.empty() || fnmatch(pattern.c_str(), target.c_str(), FNM_CASEFOLD) == 0) return true;
  const FamilyInfo* const family = find_family(pattern);
  if (family != nullptr && target.substr(0, target.find(':')) == family->name) return true;
  const Result<Target> named = parse_target(pattern);
  return named && named->name() == target;
}

bool fits_any_target(const std::vector<std::string>& patterns, const std::string& target) {
  return patterns.empty() || std::any_of(patterns.begin(), patterns.end(),
                                         [&](const std::string& pattern) { return fits_target(pattern, target); });
}

std::string target_hint(const std::string& pattern, const std::vector<std::string>& targets) {
  const std::string near = suggestion(pattern, targets);
  const std::set<std::string> all(targets.begin(), targets.end());
  if (!near.empty() || all.empty()) return near;
  return "; it has " + join({all.begin(), all.end()}, ", ");
}

}  // namespace clc
