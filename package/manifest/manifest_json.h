// The manifest's JSON.
#pragma once

#include <string>

#include "base/json.h"
#include "clc/package/manifest.h"

namespace clc {

// Writes everything that the digest covers, which is all but the digest and the signature.
Json manifest_to_json(const Manifest& manifest);

// An empty object for a package that is not signed.
Json signature_to_json(const Signature& signature);
// Takes the signature out of a manifest's JSON.
Result<Signature> take_signature(Json& manifest);

// Refuses a manifest of another major version.
Result<void> check_format_version(const Json& json);

// `json` without digest and signature. Checks all that can be checked without the blobs.
Result<Manifest> manifest_from_json(const Json& json);

}  // namespace clc
