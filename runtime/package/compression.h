// Blobs as zstd frames. Private.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "clc/package/bytes.h"
#include "clc/package/result.h"

namespace clc {

// Behind the name of a blob that is stored so.
inline constexpr std::string_view k_compressed_suffix = ".zst";

// Nobody reads a frame that claims to hold more than so many times its own size, and nobody writes one.
inline constexpr std::uint64_t k_max_compression = 1024;

// What a frame holds, if that is exactly `size` bytes; `where` names it in the error. Never takes more memory than
// that.
Result<Bytes> decompress(BytesView frame, std::uint64_t size, const std::string& where);

}  // namespace clc
