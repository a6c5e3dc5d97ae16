// Writes packages.
#pragma once

#include <string>

#include "clc/base/file.h"
#include "clc/package/package.h"

namespace clc {

// Writes a package whole or not at all, to a folder, a ".clcpack" file, or "-" (standard output).
// A folder that holds anything that is not a package's is refused. `flush` has no effect on standard output.
Result<void> publish(const std::string& path, const PackageContents& contents,
                     Unchanged unchanged = Unchanged::k_rewrite, Flush flush = Flush::k_no);

// The bytes of the one-file form.
Result<Bytes> encode_package(const PackageContents& contents);

}  // namespace clc
