// Texts one after the other in bytes, each with its length in front: for what this machine remembers.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

#include "clc/package/bytes.h"

namespace clc {

inline void pack(Bytes& into, BytesView text) {
  const auto size = static_cast<std::uint32_t>(text.size());
  into.append(reinterpret_cast<const char*>(&size), sizeof size);
  into.append(text);
}

// Takes one from the front; nothing when it is not whole.
inline std::optional<std::string> unpack(BytesView& from) {
  std::uint32_t size = 0;
  if (from.size() < sizeof size) return std::nullopt;
  std::memcpy(&size, from.data(), sizeof size);
  from.remove_prefix(sizeof size);
  if (from.size() < size) return std::nullopt;
  std::string text(from.substr(0, size));
  from.remove_prefix(size);
  return text;
}

}  // namespace clc
