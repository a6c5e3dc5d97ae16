// Values of SPIR-V's specialisation constants, as an option of builds: --specialize=7=0x2a.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace clc {

struct SpirvConstant {
  std::uint32_t id = 0;    // its number (SpecId)
  std::uint64_t bits = 0;  // of the value
};

inline constexpr std::string_view k_specialize_option = "--specialize=";

// Reads "7=0x2a".
std::optional<SpirvConstant> spirv_constant(std::string_view text);
// "--specialize=…" for a value of at most 8 bytes, the lowest byte first.
std::string specialize_option(std::uint32_t id, std::string_view value);

}  // namespace clc
