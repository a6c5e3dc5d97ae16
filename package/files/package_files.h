// Functions for both forms of a package.
#pragma once

#include <string>
#include <vector>

#include "clc/package/container.h"
#include "clc/package/package.h"

namespace clc {

// Compares the size and SHA-256 of a blob with what the manifest says; `where` names the blob in the error.
Result<void> check_blob(const Variant& variant, BytesView bytes, const std::string& where);

// The images of the one-file form without their contents: the manifest, then each blob once, in the
// manifest's order.
std::vector<ContainerImage> list_images(const Manifest& manifest);

}  // namespace clc
