#include "package/one_module.h"

#include "base/try.h"
#include "clc/package/publish.h"

namespace clc {

Result<Bytes> package_of_module(const Package& package, const Module& module) {
  PackageContents contents;
  contents.manifest.generator = package.manifest().generator;
  contents.manifest.modules = {module};
  contents.manifest.modules.front().tuning = {};
  for (const Variant& variant : module.variants) contents.blobs.emplace(variant.file, CLC_TRY(package.read(variant)));
  return encode_package(contents);
}

}  // namespace clc
