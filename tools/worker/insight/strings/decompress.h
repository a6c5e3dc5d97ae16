// Decompression of zlib, gzip and zstd.
#pragma once

#include "clc/base/bytes.h"

namespace clc::worker {

// Returns the contents of compressed `bytes`, up to `limit` bytes or a little more. A damaged stream gives the part
// that can be decompressed. Empty when `bytes` are not compressed.
Bytes decompress(BytesView bytes, std::size_t limit);

}  // namespace clc::worker
