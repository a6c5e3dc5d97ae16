// Frames of the protocol (protocol.h) in bytes that come and go in pieces.
#pragma once

#include <optional>
#include <string>

#include "clc/package/result.h"

namespace clc {

// The bytes behind their length.
std::string framed(const std::string& bytes);

// Takes a whole frame from the front of `bytes`, if one has arrived.
Result<std::optional<std::string>> take_frame(std::string& bytes);

}  // namespace clc
