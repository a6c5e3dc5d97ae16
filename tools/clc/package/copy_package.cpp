#include "package/copy_package.h"

#include "base/try.h"
#include "clc/package/compress.h"
#include "clc/package/publish.h"
#include "package/find_packages.h"
#include "support/interrupts.h"
#include "support/output_reader.h"

namespace clc {

Result<void> copy_package(const std::string& from, const std::string& to, int compression, Flush flush) {
  const Package package = CLC_TRY(find_package(from));
  PackageContents contents = CLC_TRY(package.read_all());
  if (compression != 0) compress_blobs(contents, compression);
  const auto held = hold_for_output(to);
  return note_gone_reader(to, publish(to, contents, Unchanged::k_rewrite, flush));
}

}  // namespace clc
