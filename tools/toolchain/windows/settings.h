// The environment of a child.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/platform/windows/start_process.h"
#include "base/text.h"

namespace clc {

// Our environment with these entries, "NAME=value", in the place of those of the same names, in any case.
inline std::vector<std::string> environment_with(const std::vector<std::string>& settings) {
  const auto name_of = [](std::string_view entry) { return lower(entry.substr(0, entry.find('=', 1))); };
  std::vector<std::string> entries = platform::our_environment();
  std::erase_if(entries, [&](const std::string& entry) {
    return std::ranges::any_of(settings, [&](const std::string& one) { return name_of(one) == name_of(entry); });
  });
  entries.insert(entries.end(), settings.begin(), settings.end());
  return entries;
}

}  // namespace clc
