// JSON as people write it, with the line of each value, so that errors can name it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "clc/base/result.h"

namespace clc {

struct LinedJson {
  enum class Kind { k_null, k_flag, k_number, k_text, k_list, k_object };
  Kind kind = Kind::k_null;
  std::size_t line = 0;
  std::string text;              // of a text, or of a number as it is written
  std::string key;               // in the object around it
  std::vector<LinedJson> items;  // of a list, or of an object

  bool is_list() const { return kind == Kind::k_list; }
  bool is_object() const { return kind == Kind::k_object; }
  bool is_text() const { return kind == Kind::k_text; }
  bool is_number() const { return kind == Kind::k_number; }
};

// `name` stands before the line in the error, which is k_usage. No key stands twice in an object.
Result<LinedJson> parse_lined_json(std::string_view text, const std::string& name);

// "NAME:LINE: why", k_usage.
Failure refuse_line(const std::string& name, std::size_t line, const std::string& why);

}  // namespace clc
