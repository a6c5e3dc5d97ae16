// Names of kernels, arguments and modules as names of C++.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clc/base/result.h"

namespace clc {

// `name` itself where C++ takes it. Otherwise what C++ does not take in identifiers becomes '_', a digit in front gets
// an '_' before it, runs of '_' become one and an '_' before a capital goes (both are reserved), and keywords, with
// what is a macro everywhere, get an '_' behind.
std::string cpp_identifier(std::string_view name);

// "a::b" as its parts; k_usage where a part is not an identifier that a program may use.
Result<std::vector<std::string>> parse_namespace(const std::string& text);

}  // namespace clc
