// Sets of registers as text: "v0-3v7s4-5" of AMD's chips, "R1R4-7P0" of NVIDIA's, "r3rd12" of PTX.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clc {

struct Register {
  std::string file;                // "v", "UR", "rd"
  std::optional<unsigned> number;  // nothing: the register has a name alone, such as PTX's %SP

  auto operator<=>(const Register&) const = default;
};

using RegisterSet = std::vector<Register>;  // sorted

// Neighbours are written as a range, and a name without a number ends in a dot.
std::string encode_registers(const RegisterSet& registers);
// Leaves out what is no register, and all after the first 65 536: so many are never alive at once, and a damaged text
// of a few bytes shall not take all memory.
RegisterSet decode_registers(std::string_view text);

// The register that a name means, as assemblers write it: "R12", "rd7", "SP".
Register named_register(std::string_view name);

// Registers of 32 bits of a work-item: two of a PTX value of 64 bits, none of a predicate or of what a wave has in
// common.
unsigned words_of(const Register& one);

}  // namespace clc
