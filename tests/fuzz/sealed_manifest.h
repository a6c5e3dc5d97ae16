// Manifests whose digest is right whatever else they say: no fuzzer can guess a SHA-256.
#pragma once

#include <string>

#include "base/json.h"
#include "clc/base/bytes.h"
#include "clc/base/digest.h"

namespace clc::fuzz {

inline std::string sealed(Json manifest) {
  Json signature;
  if (const auto found = manifest.find("signature"); found != manifest.end()) {
    signature = *found;
    manifest.erase(found);
  }
  manifest.erase("sha256");
  const std::string digest = sha256_hex(canonical_text(manifest));
  if (!signature.is_null()) manifest["signature"] = signature;
  manifest["sha256"] = digest;
  return canonical_text(manifest);
}

// Text that is no JSON stays as it is.
inline std::string sealed_manifest(BytesView text) {
  const Result<Json> manifest = parse_json(text, "manifest");
  return manifest ? sealed(*manifest) : std::string(text);
}

}  // namespace clc::fuzz
