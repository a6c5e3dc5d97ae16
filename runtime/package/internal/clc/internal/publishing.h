// Publishing a package together with other files.
#pragma once

#include <functional>
#include <string>

#include "base/staged_file.h"
#include "clc/base/bytes.h"
#include "clc/base/file.h"
#include "clc/base/result.h"
#include "clc/package/package.h"

namespace clc {

struct Publishing {
  Unchanged unchanged = Unchanged::k_rewrite;
  Flush flush = Flush::k_no;
  FileTime time = FileTime::k_now;
  // Publishes what belongs to the package: when the package is written, before it can be seen. After a crash between
  // the two a build system finds the package that it had, older than what it depends on.
  std::function<Result<void>()> before = [] { return Result<void>(); };
};

Result<void> publish(const std::string& path, const PackageContents& contents, const Publishing& how);
// The same for another file in the place of a package.
Result<void> publish_file(const std::string& path, BytesView bytes, const Publishing& how);

}  // namespace clc
