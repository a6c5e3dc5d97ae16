#include "proto.h"

namespace clc::cache::proto {
namespace {

constexpr unsigned k_bits = 7;  // of a number in each byte

std::optional<std::string_view> take_bytes(std::string_view& bytes, std::uint64_t size) {
  if (size > bytes.size()) return {};
  const std::string_view taken = bytes.substr(0, static_cast<std::size_t>(size));
  bytes.remove_prefix(taken.size());
  return taken;
}

}  // namespace

void put_number(std::string& bytes, std::uint64_t value) {
  for (; value >= 1U << k_bits; value >>= k_bits) bytes += static_cast<char>((value & 0x7fU) | 0x80U);
  bytes += static_cast<char>(value);
}

std::optional<std::uint64_t> take_number(std::string_view& bytes) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += k_bits) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    value |= std::uint64_t{byte & 0x7fU} << shift;
    if (byte < 0x80U) return value;
  }
  return {};
}

std::optional<Field> take_field(std::string_view& bytes) {
  constexpr std::uint64_t k_largest_tag = 0xffffffffU;
  const std::optional<std::uint64_t> tag = take_number(bytes);
  if (!tag || *tag > k_largest_tag || *tag >> 3U == 0) return {};
  Field field;
  field.number = static_cast<unsigned>(*tag >> 3U);
  field.wire = static_cast<Wire>(*tag & 7U);
  std::optional<std::uint64_t> number = 0;
  std::optional<std::string_view> taken = "";
  switch (field.wire) {
    case Wire::k_number:
      number = take_number(bytes);
      break;
    case Wire::k_bytes:
      number = take_number(bytes);
      taken = number ? take_bytes(bytes, *number) : std::nullopt;
      break;
    case Wire::k_fixed64:
      taken = take_bytes(bytes, 8);
      break;
    case Wire::k_fixed32:
      taken = take_bytes(bytes, 4);
      break;
    default:
      return {};
  }
  if (!number || !taken) return {};
  field.value = *number;
  field.bytes = *taken;
  return field;
}

}  // namespace clc::cache::proto
