#include "package/copy_package.h"

#include "clc/package/compress.h"
#include "clc/package/publish.h"
#include "support/interrupts.h"

namespace clc {

Result<void> copy_package(const std::string& from, const std::string& to, int compression, Flush flush) {
  const Result<Package> package = Package::open(from);
  if (!package) return fail(package);
  Result<PackageContents> contents = package->read_all();
  if (!contents) return fail(contents);
  if (compression != 0) compress_blobs(*contents, compression);
  const auto held = hold_for_output(to);
  return publish(to, *contents, Unchanged::k_rewrite, flush);
}

}  // namespace clc
