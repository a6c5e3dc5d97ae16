// The section of an artifact that asks the worker for kernels that record what they do, and says what their records
// mean (waves/access_table.h).
#pragma once

#include <string_view>

namespace clc {

inline constexpr std::string_view k_profile_section = "profile";

}  // namespace clc
