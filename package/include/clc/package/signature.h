// Signatures of packages. docs/package-format.md says what exactly is signed.
#pragma once

#include <string>
#include <vector>

#include "clc/package/manifest.h"
#include "clc/package/signing_key.h"

namespace clc {

// The text that is signed: it names the manifest by its digest, and thereby every blob.
std::string signature_message(const Manifest& manifest);

// `value` is what Ed25519 gives for that text: 64 bytes.
Signature make_signature(const PublicKey& key, BytesView value);

// A function that tells whether the signature is the key's, of this message.
using VerifyEd25519 = bool (*)(BytesView message, BytesView signature, const PublicKey& key);

// An error (k_gate) unless one of the keys signed this manifest: it has no signature, or another key's, or not of
// this manifest. An empty list trusts nobody.
Result<void> check_signature(const Manifest& manifest, const std::vector<PublicKey>& trusted, VerifyEd25519 verify);

// An error if the manifest has a signature, by whichever key, that was not made for it. An unsigned one is no error.
Result<void> check_own_signature(const Manifest& manifest, VerifyEd25519 verify);

}  // namespace clc
