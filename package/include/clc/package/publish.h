// Writes packages.
#pragma once

#include <functional>
#include <string>

#include "clc/base/file.h"
#include "clc/package/package.h"

namespace clc {

// Writes a package whole or not at all, to a folder, a ".clcpack" file, or "-" (standard output).
// A folder that holds anything that is not a package's is refused. `flush` has no effect on standard output.
Result<void> publish(const std::string& path, const PackageContents& contents,
                     Unchanged unchanged = Unchanged::k_rewrite, Flush flush = Flush::k_no);

// The same, together with other files.
struct Publishing {
  Unchanged unchanged = Unchanged::k_rewrite;
  Flush flush = Flush::k_no;
  FileTime time = FileTime::k_now;
  // Publishes what belongs to the package: when the package is written, before it can be seen. After a crash between
  // the two a build system finds the package that it had, older than what it depends on.
  std::function<Result<void>()> before = [] { return Result<void>(); };
};
Result<void> publish(const std::string& path, const PackageContents& contents, const Publishing& how);

// The bytes of the one-file form.
Result<Bytes> encode_package(const PackageContents& contents);

}  // namespace clc
