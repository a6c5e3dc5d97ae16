#include "recording/spirv_constants.h"

#include <algorithm>
#include <charconv>

namespace clc {
namespace {

template <class Number>
bool read_number(std::string_view text, int base, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::optional<SpirvConstant> spirv_constant(std::string_view text) {
  constexpr std::string_view k_hexadecimal = "=0x";
  constexpr int k_decimal = 10, k_base = 16;
  const std::size_t equals = text.find(k_hexadecimal);
  if (equals == std::string_view::npos) return std::nullopt;
  SpirvConstant constant;
  const bool is_right = read_number(text.substr(0, equals), k_decimal, constant.id) &&
                        read_number(text.substr(equals + k_hexadecimal.size()), k_base, constant.bits);
  return is_right ? std::optional(constant) : std::nullopt;
}

std::string specialize_option(std::uint32_t id, std::string_view value) {
  std::uint64_t bits = 0;
  for (std::size_t i = std::min(value.size(), sizeof(bits)); i > 0; --i)
    bits = (bits << 8U) | static_cast<unsigned char>(value[i - 1]);
  std::string digits(2 * sizeof(bits), ' ');
  constexpr int k_base = 16;
  digits.resize(std::to_chars(digits.data(), digits.data() + digits.size(), bits, k_base).ptr - digits.data());
  return std::string(k_specialize_option) + std::to_string(id) + "=0x" + digits;
}

}  // namespace clc
