// How many values are alive before each instruction of PTX, whose registers are virtual: how many a chip needs is for
// its assembler to decide.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace clc {

// The text of a PTX function with a comment behind each instruction: "// alive: 3 .b32, 2 .b64". Those with the most
// words of 32 bits are marked.
std::string with_live_values(std::string_view function);

// The most of them, in words of 32 bits without predicates.
struct MostValues {
  std::size_t words = 0;
  std::string_view place;  // the `.loc` that the first instruction with so many has; empty: none
};
MostValues most_live_values(std::string_view function);

}  // namespace clc
