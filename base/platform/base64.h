// Digits of Base64 by a library of the system, between memory of the caller: no copy of a secret stays behind.
#pragma once

#include <cstddef>
#include <string_view>

#include "clc/base/bytes.h"

namespace clc::platform {

// Both count in int.
inline constexpr std::size_t k_most_base64 = std::size_t{1} << 30U;

// Writes 4 digits, padded, for each 3 bytes and what is left of them, and a NUL. Returns the number of digits.
std::size_t encode_base64(BytesView bytes, char* digits);

// Writes 3 bytes for each 4 digits, zeros for padding, and returns their number; white space around is left out. -1:
// those are no digits.
std::ptrdiff_t decode_base64(std::string_view digits, char* bytes);

}  // namespace clc::platform
