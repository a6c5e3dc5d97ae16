// The texts in a package's manifest, for the audit.
#pragma once

#include <vector>

#include "clc/base/result.h"
#include "clc/package/manifest.h"
#include "protocol/embedded_strings.h"

namespace clc {

// Every string in the manifest's JSON, without JSON's escapes, also below keys that this version does not know. Strings
// that clc itself chose, such as digests and the names of formats, are left out.
Result<std::vector<EmbeddedString>> manifest_texts(const Manifest& manifest);

}  // namespace clc
