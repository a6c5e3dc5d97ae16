// Base64 (RFC 4648).
#pragma once

#include <optional>
#include <string>

#include "clc/package/bytes.h"

namespace clc::cache {

std::string base64_encoded(BytesView bytes);
// As JSON's readers of protocol buffers take it: either alphabet, padded or not. Nothing for what is neither.
std::optional<Bytes> base64_decoded(std::string_view text);

}  // namespace clc::cache
