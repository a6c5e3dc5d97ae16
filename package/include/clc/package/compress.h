// Stores the blobs of a package compressed.
#pragma once

#include "clc/base/visibility.h"
#include "clc/package/package.h"

namespace clc CLC_HIDDEN {

// Compresses all blobs that become smaller by it; `level` is zstd's, 1 to 19.
void compress_blobs(PackageContents& contents, int level);

}  // namespace clc
