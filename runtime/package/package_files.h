// What a package's two forms have in common. Private.
#pragma once

#include <string>
#include <vector>

#include "clc/package/container.h"
#include "clc/package/package.h"

namespace clc {

// Size and SHA-256 of a blob against what the manifest says; `where` names the blob in the error.
Result<void> check_blob(const Variant& variant, BytesView bytes, const std::string& where);

// The images of the one-file form without their contents: the manifest, then each blob once, in the
// manifest's order.
std::vector<Image> list_images(const Manifest& manifest);

}  // namespace clc
