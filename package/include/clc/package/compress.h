// Stores the blobs of a package compressed.
#pragma once

#include "clc/package/package.h"

namespace clc {

// Compresses all blobs that become smaller by it; `level` is zstd's, 1 to 19.
void compress_blobs(PackageContents& contents, int level);

}  // namespace clc
