// Binary data. std::string holds bytes of any value and has a view type in C++17.
#pragma once

#include <string>
#include <string_view>

#include "clc/base/visibility.h"

namespace clc CLC_HIDDEN {

using Bytes = std::string;
using BytesView = std::string_view;

}  // namespace clc
