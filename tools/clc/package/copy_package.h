// Copies a package from one of its two forms, folder and file, to either of them.
#pragma once

#include <string>

#include "clc/base/file.h"
#include "clc/base/result.h"

namespace clc {

// The form of `to` follows from its name. `compression` is a level of zstd; with 0 the blobs stay as they are.
Result<void> copy_package(const std::string& from, const std::string& to, int compression, Flush flush);

}  // namespace clc
