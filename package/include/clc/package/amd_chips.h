// The chips that AMD's generic targets stand for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clc {

// "gfx1100" and the others for "gfx11-generic"; empty for what is no generic target. They are LLVM's, in its order.
const std::vector<std::string>& chips_of_generic(std::string_view arch);

// ", which stands for gfx900, gfx902, …" for a generic target such as "amdgcn:gfx9-generic"; empty for others.
std::string chips_meant(std::string_view target);

}  // namespace clc
