#include "files/package_files.h"

#include <set>

#include "clc/base/digest.h"
#include "clc/package/target.h"

namespace clc {

Result<void> check_blob(const Variant& variant, BytesView bytes, const std::string& where) {
  if (bytes.size() != variant.size) {
    return fail(ErrorKind::k_damaged, where + " has " + std::to_string(bytes.size()) +
                                          " bytes, and the manifest says " + std::to_string(variant.size) +
                                          ": the package is damaged");
  }
  if (sha256_hex(bytes) != variant.sha256)
    return fail(ErrorKind::k_damaged, where + " has another SHA-256 than the manifest says: the package is damaged");
  return {};
}

std::vector<ContainerImage> list_images(const Manifest& manifest) {
  std::vector<ContainerImage> images = {{k_manifest_file, "clc", "manifest", {}}};
  std::set<std::string> seen;
  for (const Module& module : manifest.modules) {
    for (const Variant& variant : module.variants) {
      if (!seen.insert(variant.file).second) continue;
      const std::string device(device_of_target(variant.target));
      const std::string family(family_of_target(variant.target));
      images.push_back({variant.file, family, device, {}});
    }
  }
  return images;
}

}  // namespace clc
