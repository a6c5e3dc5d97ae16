// Counts the values that are alive before each instruction of PTX. Its registers are virtual: a chip's assembler
// decides how many real registers the values need.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace clc {

// The content of the comment behind an instruction.
enum class AliveText {
  k_counts,  // how many they are, for people
  k_names,   // which they are: register_set.h
};

// The text of a PTX function with a comment behind each instruction: "// alive: 3 .b32, 2 .b64", of which those with
// the most words of 32 bits are marked; or "// alive: r0-2rd4-5".
std::string with_live_values(std::string_view function, AliveText said);

// The most values that are alive at once, in words of 32 bits, without predicates.
struct MostValues {
  std::size_t words = 0;
  std::string_view place;  // the `.loc` of the first instruction with so many words; empty: it has none
};
MostValues most_live_values(std::string_view function);

}  // namespace clc
