#include "protocol/sanitize_section.h"

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace clc {
namespace {

constexpr std::string_view k_prefix = "sanitize ";

}  // namespace

std::string sanitize_section(const Checks& checks) {
  std::string names;
  for (const Check check : checks) {
    names += names.empty() ? "" : ",";
    names += k_check_names[static_cast<std::size_t>(check)];
  }
  return std::string(k_prefix) + names;
}

Checks checks_of(std::string_view section) {
  if (!section.starts_with(k_prefix)) return {};
  return parse_checks(section.substr(k_prefix.size())).value_or(Checks());
}

Result<Checks> parse_checks(std::string_view text) {
  Checks checks;
  if (text == "all") {
    for (std::size_t i = 0; i < k_check_names.size(); ++i) checks.insert(static_cast<Check>(i));
    return checks;
  }
  for (const std::string_view name : split(text, ",")) {
    const auto found = std::ranges::find(k_check_names, name);
    if (found == k_check_names.end()) {
      return fail(ErrorKind::k_usage, "--sanitize knows no check '" + std::string(name) + "'; there are all, " +
                                          join({k_check_names.begin(), k_check_names.end()}, ", "));
    }
    checks.insert(static_cast<Check>(found - k_check_names.begin()));
  }
  return checks;
}

}  // namespace clc
