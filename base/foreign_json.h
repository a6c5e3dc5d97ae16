// Members of JSON that others wrote: of another type or missing, they are empty, and nothing is thrown.
#pragma once

#include <cstdint>
#include <string>

#include "base/json.h"

namespace clc::foreign {

// Null where it is missing.
inline const Json& member(const Json& object, const char* key) {
  static const Json k_none;
  if (!object.is_object()) return k_none;
  const auto found = object.find(key);
  return found == object.end() ? k_none : *found;
}

inline std::string text_of(const Json& object, const char* key) {
  const Json& value = member(object, key);
  return value.is_string() ? value.get<std::string>() : "";
}

inline double number_of(const Json& object, const char* key) {
  const Json& value = member(object, key);
  return value.is_number() ? value.get<double>() : 0;
}

inline std::uint64_t count_of(const Json& object, const char* key) {
  const Json& value = member(object, key);
  return value.is_number_unsigned() ? value.get<std::uint64_t>() : 0;
}

}  // namespace clc::foreign
