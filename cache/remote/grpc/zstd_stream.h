// Zstandard for blobs that travel compressed.
#pragma once

#include <zstd.h>

#include <memory>

#include "clc/base/bytes.h"

namespace clc::cache {

Bytes compress_blob(BytesView blob);

// Decompresses in pieces of any size, never to more than was announced.
class ZstdReader {
 public:
  explicit ZstdReader(std::uint64_t max_size);
  // Appends to `blob`. False: these bytes are damaged, or become more than they may.
  bool add(BytesView compressed, Bytes& blob);

 private:
  struct Deleter {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  std::unique_ptr<ZSTD_DCtx, Deleter> context_;
  std::uint64_t max_size_;
};

}  // namespace clc::cache
