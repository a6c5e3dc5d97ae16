// The manifest of a package: what is read once reads the same after it was written again, and everything that works on
// manifests takes it.
#include "clc/package/manifest.h"
#include "clc/package/signature.h"
#include "fuzz.h"
#include "insight/audit/manifest_texts.h"
#include "sealed_manifest.h"

using namespace clc;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const BytesView input = fuzz::view_of(data, size);
  (void)decode_manifest(input);  // as it is: the digest is hardly ever right
  const Result<Manifest> manifest = decode_manifest(fuzz::sealed_manifest(input));
  if (!manifest) return 0;
  const Result<std::string> text = encode_readable_manifest(*manifest);
  fuzz::require(text.has_value());
  const Result<Manifest> again = decode_manifest(*text);
  fuzz::require(again && encode_manifest(*again) == *text);
  fuzz::require(manifest_digest(*again) == manifest_digest(*manifest));
  fuzz::require(!signature_message(*manifest).empty());
  fuzz::require(manifest_texts(*manifest).has_value());
  Manifest sorted = *manifest;
  normalize(sorted);
  fuzz::require(decode_manifest(encode_manifest(sorted)).has_value());
  return 0;
}
