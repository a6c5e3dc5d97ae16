#include "zstd_stream.h"

#include <algorithm>
#include <new>

namespace clc::cache {
namespace {

constexpr int k_level = 3;
constexpr int k_max_window_log = 26;  // 64 MB, as large as an artifact may be
constexpr std::size_t k_piece = std::size_t{64} << 10U;

}  // namespace

Bytes compress_blob(BytesView blob) {
  Bytes compressed(ZSTD_compressBound(blob.size()), '\0');
  const std::size_t size = ZSTD_compress(compressed.data(), compressed.size(), blob.data(), blob.size(), k_level);
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();  // the only way to fail with room enough
  compressed.resize(size);
  return compressed;
}

ZstdReader::ZstdReader(std::uint64_t max_size) : context_(ZSTD_createDCtx()), max_size_(max_size) {
  if (context_ == nullptr) throw std::bad_alloc();
  ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, k_max_window_log);
}

bool ZstdReader::add(BytesView compressed, Bytes& blob) {
  ZSTD_inBuffer input = {compressed.data(), compressed.size(), 0};
  for (;;) {
    const std::size_t before = blob.size();
    // One byte more than may come, so that a longer blob is noticed.
    const std::uint64_t room = max_size_ - before + 1;
    blob.resize(before + static_cast<std::size_t>(std::min<std::uint64_t>(room, k_piece)));
    ZSTD_outBuffer output = {blob.data() + before, blob.size() - before, 0};
    const std::size_t state = ZSTD_decompressStream(context_.get(), &output, &input);
    blob.resize(before + output.pos);
    if (ZSTD_isError(state) != 0 || blob.size() > max_size_) return false;
    if (input.pos == input.size && output.pos < output.size) return true;
  }
}

}  // namespace clc::cache
