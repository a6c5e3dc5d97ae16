// Base64 (RFC 4648).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "clc/base/bytes.h"

namespace clc {

std::string to_base64(BytesView bytes);

// Takes either alphabet, padded or not. Nothing for any other text, such as one with white space in it.
std::optional<Bytes> from_base64(std::string_view text);

}  // namespace clc
