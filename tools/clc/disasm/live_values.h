// How many values are alive before each instruction of PTX, whose registers are virtual: how many a chip needs is for
// its assembler to decide.
#pragma once

#include <string>
#include <string_view>

namespace clc {

// The text of a PTX function with a comment behind each instruction: "// alive: 3 .b32, 2 .b64". Those with the most
// words of 32 bits are marked.
std::string with_live_values(std::string_view function);

}  // namespace clc
