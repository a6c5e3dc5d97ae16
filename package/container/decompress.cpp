#include "clc/internal/decompress.h"

#include <zstd.h>

namespace clc {

Result<Bytes> decompress(BytesView frame, std::uint64_t size, const std::string& where) {
  const auto damaged = [&where](const std::string& what) {
    return fail(ErrorKind::k_damaged, where + " " + what + ": the package is damaged");
  };
  if (ZSTD_findFrameCompressedSize(frame.data(), frame.size()) != frame.size())
    return damaged("is not one whole zstd frame");
  const unsigned long long held = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (held != size) {
    const bool is_told = held != ZSTD_CONTENTSIZE_UNKNOWN && held != ZSTD_CONTENTSIZE_ERROR;
    return damaged("holds " + (is_told ? std::to_string(held) : "an unknown number of") +
                   " bytes, and the manifest says " + std::to_string(size));
  }
  if (size / k_max_compression > frame.size())
    return damaged("claims to hold more than " + std::to_string(k_max_compression) + " times its size");
  Bytes bytes(size, '\0');
  const std::size_t written = ZSTD_decompress(bytes.data(), bytes.size(), frame.data(), frame.size());
  if (ZSTD_isError(written) != 0)
    return damaged(std::string("cannot be decompressed (") + ZSTD_getErrorName(written) + ")");
  if (written != size) return damaged("holds fewer bytes than it says");
  return bytes;
}

}  // namespace clc
