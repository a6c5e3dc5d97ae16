// Decompression of zlib, gzip and zstd.
#pragma once

#include "clc/base/bytes.h"

namespace clc::worker {

// The first `limit` bytes or some more of the contents; of a damaged stream, what can be decompressed. Empty when
// `bytes` are not compressed.
Bytes decompress(BytesView bytes, std::size_t limit);

}  // namespace clc::worker
