// A file of its own, so that programs that only read packages do not link the compressor.
#include "clc/package/compress.h"

#include <zstd.h>

#include "container/decompress.h"

namespace clc {

void compress_blobs(PackageContents& contents, int level) {
  contents.compressed.clear();
  for (const auto& [file, bytes] : contents.blobs) {
    Bytes frame(ZSTD_compressBound(bytes.size()), '\0');
    const std::size_t size = ZSTD_compress(frame.data(), frame.size(), bytes.data(), bytes.size(), level);
    const bool is_worth_it = ZSTD_isError(size) == 0 && size < bytes.size() && bytes.size() / k_max_compression <= size;
    if (!is_worth_it) continue;
    frame.resize(size);
    contents.compressed.emplace(file, std::move(frame));
  }
}

}  // namespace clc
