// Numbers in binary formats: little-endian on every machine.
#pragma once

#include <cstdint>

#include "clc/base/bytes.h"

namespace clc {

inline void append_number(Bytes& bytes, std::uint64_t value, int width) {
  for (int i = 0; i < width; ++i) bytes += static_cast<char>((value >> (8 * i)) & 0xff);
}

// `bytes` must hold `width` bytes from `offset` on.
inline std::uint64_t read_number(BytesView bytes, std::size_t offset, int width) {
  std::uint64_t value = 0;
  for (int i = width; i-- > 0;)
    value = (value << 8) | static_cast<unsigned char>(bytes[offset + static_cast<std::size_t>(i)]);
  return value;
}

}  // namespace clc
