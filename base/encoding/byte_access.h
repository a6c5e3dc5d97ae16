// Reads numbers and ranges out of bytes that come from outside: nothing is assumed to be there.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>

#include "clc/base/bytes.h"

namespace clc {

// A value as it lies in memory (little-endian); nothing when the bytes end before it does.
template <class T>
std::optional<T> read_at(BytesView bytes, std::uint64_t at) {
  if (at > bytes.size() || bytes.size() - at < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

// Returns a part of the bytes; empty when they do not hold all of it.
inline BytesView slice(BytesView bytes, std::uint64_t at, std::uint64_t size) {
  if (at > bytes.size() || size > bytes.size() - at) return {};
  return bytes.substr(at, size);
}

}  // namespace clc
