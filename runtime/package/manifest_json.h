// The manifest's JSON. Private.
#pragma once

#include <string>

#include "clc/package/manifest.h"
#include "json.h"

namespace clc {

// Everything that the digest covers: neither it nor the signature.
Json manifest_to_json(const Manifest& manifest);

// Empty: not signed.
Json signature_to_json(const Signature& signature);
// The signature of a manifest's JSON, which is then without it.
Result<Signature> take_signature(Json& manifest);

// Refuses a manifest of another major version.
Result<void> check_format_version(const Json& json);

// `json` without digest and signature. Checks all that can be checked without the blobs.
Result<Manifest> manifest_from_json(const Json& json);

}  // namespace clc
