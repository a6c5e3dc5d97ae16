// The environment, where an empty variable counts as one that is not set.
#pragma once

#include <cstdlib>
#include <string>

namespace clc {

inline std::string environment_variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace clc
