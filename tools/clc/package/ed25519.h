// Signing and checking by libsodium, which costs the command nothing to start. (Programs that demand signatures check
// them by OpenSSL, which they link anyway; so does clc where there is no libsodium, on Windows.)
#pragma once

#include "clc/base/result.h"
#include "clc/package/signing_key.h"

namespace clc {

// Without either nothing is signed or checked: the functions below must not be called.
Result<void> check_that_signing_is_here();

PublicKey public_key_of(const PrivateKey& key);
// 64 bytes.
Bytes sign_ed25519(BytesView message, const PrivateKey& key);
bool verify_ed25519(BytesView message, BytesView signature, const PublicKey& key);

}  // namespace clc
