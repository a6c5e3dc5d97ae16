#include "clc/package/signature.h"

#include <algorithm>

#include "base/encoding/hex.h"

namespace clc {
namespace {

constexpr const char* k_domain = "clc package signature 1\n";

PublicKey signer_of(const Signature& signature) {
  PublicKey key;
  const Bytes bytes = from_hex(signature.public_key);
  std::copy_n(bytes.begin(), std::min(bytes.size(), key.bytes.size()), key.bytes.begin());
  return key;
}

Result<void> check_value(const Manifest& manifest, VerifyEd25519 verify) {
  const Signature& signature = manifest.signature;
  if (verify(signature_message(manifest), from_hex(signature.value), signer_of(signature))) return {};
  return fail(ErrorKind::k_gate, "its signature, by the key " + signature.public_key +
                                     ", is not of this manifest: the package was changed after it was signed, or the "
                                     "signature is another package's");
}

}  // namespace

std::string signature_message(const Manifest& manifest) {
  return k_domain + manifest_digest(manifest) + "\n";
}

Signature make_signature(const PublicKey& key, BytesView value) {
  return {key.hex(), to_hex(value)};
}

Result<void> check_signature(const Manifest& manifest, const std::vector<PublicKey>& trusted, VerifyEd25519 verify) {
  if (trusted.empty()) return fail(ErrorKind::k_gate, "a signature is demanded, and no key is trusted");
  if (manifest.signature.public_key.empty())
    return fail(ErrorKind::k_gate, "it is not signed, and a signature is demanded");
  const PublicKey signer = signer_of(manifest.signature);
  if (std::ranges::find(trusted, signer) == trusted.end()) {
    std::string text;
    for (const PublicKey& key : trusted) text += (text.empty() ? "" : ", ") + key.hex();
    return fail(ErrorKind::k_gate, "it is signed with another key: " + signer.hex() + "; trusted: " + text);
  }
  return check_value(manifest, verify);
}

Result<void> check_own_signature(const Manifest& manifest, VerifyEd25519 verify) {
  return manifest.signature.public_key.empty() ? Result<void>() : check_value(manifest, verify);
}

}  // namespace clc
