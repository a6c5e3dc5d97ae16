// A file of its own, so that programs that only read packages do not link the compressor.
#include "clc/package/compress.h"

#include <zstd.h>

#include <memory>

#include "clc/internal/decompress.h"

namespace clc {
namespace {

// ZSTD_c_useRowMatchFinder, of zstd 1.5.0 and later, and ZSTD_ps_disable. That search, of levels 5 to 12, finds other
// matches on machines whose numbers are big-endian (zstd's issue 2736), and frames should be the same everywhere.
constexpr auto k_search_by_rows = static_cast<ZSTD_cParameter>(1011);
constexpr int k_never = 2;

using Context = std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)>;

Context context_for(int level) {
  Context context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level);
  ZSTD_CCtx_setParameter(context.get(), k_search_by_rows, k_never);  // an older zstd refuses it, and has no such search
  return context;
}

}  // namespace

void compress_blobs(PackageContents& contents, int level) {
  contents.compressed.clear();
  const Context context = context_for(level);
  for (const auto& [file, bytes] : contents.blobs) {
    Bytes frame(ZSTD_compressBound(bytes.size()), '\0');
    const std::size_t size = ZSTD_compress2(context.get(), frame.data(), frame.size(), bytes.data(), bytes.size());
    const bool is_worth_it = ZSTD_isError(size) == 0 && size < bytes.size() && bytes.size() / k_max_compression <= size;
    if (!is_worth_it) continue;
    frame.resize(size);
    contents.compressed.emplace(file, std::move(frame));
  }
}

}  // namespace clc
