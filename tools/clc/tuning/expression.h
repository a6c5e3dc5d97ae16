// Whole-number expressions as C writes them, over names that have values.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "clc/base/result.h"

namespace clc {

// True for names that can have a value: letters, digits and '_', and no digit first.
bool is_variable_name(std::string_view text);

// Knows + - * / % == != < <= > >= && || ! ?: and parentheses; truth is 1. k_usage for anything else, for names without
// a value, for division by 0, and for what 64 bits cannot hold.
Result<std::int64_t> evaluate(std::string_view expression, const std::map<std::string, std::int64_t>& values);

// The text with what stands in {…} computed: "local:{TILE * 4}".
Result<std::string> fill_in(const std::string& word, const std::map<std::string, std::int64_t>& values);

}  // namespace clc
