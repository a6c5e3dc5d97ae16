// The section of an R600 object that holds its code as text.
#pragma once

namespace clc {

inline constexpr const char* k_r600_text_section = ".clc.isa";

}  // namespace clc
