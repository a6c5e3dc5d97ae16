// Holds a decoder against damaged messages.
#pragma once

#include "catch_all.h"
#include "clc/base/bytes.h"

namespace clc {

// Whatever is cut off or changed, it is an error, or means what it says.
template <class Decode, class Encode>
void survives_damage(const Bytes& bytes, Decode decode, Encode encode) {
  for (std::size_t size = 0; size < bytes.size(); ++size) CHECK_FALSE(decode(BytesView(bytes).substr(0, size)));
  CHECK_FALSE(decode(bytes + "x"));
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    Bytes changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 0x55);
    if (const auto other = decode(changed)) CHECK(encode(*other) == changed);
  }
}

}  // namespace clc
