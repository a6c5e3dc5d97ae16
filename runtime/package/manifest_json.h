// The manifest's JSON. Private.
#pragma once

#include <string>

#include "clc/package/manifest.h"
#include "json.h"

namespace clc {

// Everything but the digest at the end.
Json manifest_to_json(const Manifest& manifest);

// Refuses a manifest of another major version.
Result<void> check_format_version(const Json& json);

// `json` without the digest. Checks all that can be checked without the blobs.
Result<Manifest> manifest_from_json(const Json& json);

}  // namespace clc
