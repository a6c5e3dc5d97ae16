// Facts about this machine and its users.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace clc::platform {

// Model and abilities of the first processor, a line each; they do not change over time.
std::string processor();

// How many processors this process may use.
unsigned processors();

// The number of the group of this name; none where there is no such group, or there are no groups.
std::optional<std::uint32_t> find_group(const std::string& name);

// The folders of a user's caches, settings and states: `folder` below the one that the variable names.
struct UsualFolder {
  const char* variable;
  const char* folder;
};
extern const UsualFolder k_usual_caches, k_usual_settings, k_usual_states;

}  // namespace clc::platform
