// Reads blobs that are stored as zstd frames.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "clc/base/bytes.h"
#include "clc/base/result.h"

namespace clc {

// The ending of the names of compressed blobs.
inline constexpr std::string_view k_compressed_suffix = ".zst";

// A frame that holds more than so many times its own size is neither written nor read.
inline constexpr std::uint64_t k_max_compression = 1024;

// The contents of a frame, which must be exactly `size` bytes; more memory than that is never taken. `where` names the
// frame in errors.
Result<Bytes> decompress(BytesView frame, std::uint64_t size, const std::string& where);

}  // namespace clc
