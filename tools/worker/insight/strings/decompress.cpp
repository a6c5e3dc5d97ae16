#include "worker/insight/strings/decompress.h"

#include <algorithm>
#include <memory>

#include <zlib.h>
#include <zstd.h>

namespace clc::worker {
namespace {

constexpr std::size_t k_piece = 65536;
constexpr std::size_t k_shortest = 4;  // shorter contents hold no string

// Returns the contents of a stream; of a damaged stream, the part before the damage.
Bytes inflate_all(BytesView bytes, std::size_t limit) {
  constexpr int k_zlib_or_gzip = 15 + 32;
  z_stream stream{};
  if (inflateInit2(&stream, k_zlib_or_gzip) != Z_OK) return {};
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(std::min<std::size_t>(bytes.size(), ~0U));
  Bytes result;
  int code = Z_OK;
  while (code == Z_OK && result.size() < limit) {
    const std::size_t before = result.size();
    result.resize(before + k_piece);
    stream.next_out = reinterpret_cast<Bytef*>(result.data() + before);
    stream.avail_out = k_piece;
    code = inflate(&stream, Z_NO_FLUSH);
    result.resize(before + (k_piece - stream.avail_out));
    if (result.size() == before) break;
  }
  inflateEnd(&stream);
  // Bytes may look like the beginning of a stream by chance: then little can be decompressed.
  return code == Z_STREAM_END || result.size() >= k_piece ? result : Bytes();
}

Bytes decompress_zstd(BytesView bytes, std::size_t limit) {
  const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(), ZSTD_freeDCtx);
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  Bytes result;
  while (result.size() < limit) {
    const std::size_t before = result.size();
    result.resize(before + k_piece);
    ZSTD_outBuffer out{result.data() + before, k_piece, 0};
    const std::size_t left = ZSTD_decompressStream(context.get(), &out, &in);
    result.resize(before + out.pos);
    if (ZSTD_isError(left) != 0 || left == 0 || out.pos == 0) break;
  }
  return result;
}

}  // namespace

Bytes decompress(BytesView bytes, std::size_t limit) {
  if (bytes.size() < k_shortest) return {};
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(bytes[at]); };
  Bytes result;
  if (bytes.starts_with("\x28\xb5\x2f\xfd")) result = decompress_zstd(bytes, limit);
  const bool is_gzip = byte(0) == 0x1f && byte(1) == 0x8b && byte(2) == 8;
  const bool is_zlib = byte(0) == 0x78 && (byte(0) * 256U + byte(1)) % 31 == 0;
  if (is_gzip || is_zlib) result = inflate_all(bytes, limit);
  return result.size() < k_shortest ? Bytes() : result;
}

}  // namespace clc::worker
