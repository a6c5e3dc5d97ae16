// Counts the values that are alive before each instruction of PTX. Its registers are virtual: a chip's assembler
// decides how many real registers the values need.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace clc {

// The text of a PTX function with a comment behind each instruction: "// alive: 3 .b32, 2 .b64". Those with the most
// words of 32 bits are marked.
std::string with_live_values(std::string_view function);

// The most values that are alive at once, in words of 32 bits, without predicates.
struct MostValues {
  std::size_t words = 0;
  std::string_view place;  // the `.loc` of the first instruction with so many words; empty: it has none
};
MostValues most_live_values(std::string_view function);

}  // namespace clc
