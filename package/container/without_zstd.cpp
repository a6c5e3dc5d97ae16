// In the place of compress.cpp and decompress.cpp where there is no zstd (Windows, unless who builds has one).
#include "clc/internal/decompress.h"
#include "clc/package/compress.h"

namespace clc {

Result<Bytes> decompress(BytesView, std::uint64_t, const std::string& where) {
  return fail(ErrorKind::k_unavailable,
              where + " is compressed, and this library was built without zstd: make the package without --compress");
}

// Nothing becomes smaller.
void compress_blobs(PackageContents&, int) {}

}  // namespace clc
