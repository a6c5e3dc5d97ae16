// Binary data. std::string holds bytes of any value and has a view type in C++17.
#pragma once

#include <string>
#include <string_view>

namespace clc {

using Bytes = std::string;
using BytesView = std::string_view;

}  // namespace clc
