// Keys in files, and a manifest's signature by them.
#include "clc/package/manifest.h"
#include "clc/package/signature.h"
#include "fuzz.h"
#include "sealed_manifest.h"

using namespace clc;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const BytesView input = fuzz::view_of(data, size);
  const Result<PublicKey> key = parse_public_key(input);
  fuzz::require(!key || key->hex().size() == 64);
  (void)parse_private_key(input);
  const Result<Manifest> manifest = decode_manifest(fuzz::sealed_manifest(input));
  if (!manifest) return 0;
  const VerifyEd25519 nobody = [](BytesView, BytesView, const PublicKey&) { return false; };
  fuzz::require(!check_signature(*manifest, {PublicKey{}}, nobody).has_value());
  fuzz::require(!check_signature(*manifest, {}, nobody).has_value());
  fuzz::require(check_own_signature(*manifest, nobody).has_value() == manifest->signature.public_key.empty());
  return 0;
}
