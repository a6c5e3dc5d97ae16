// Signing and checking by libsodium, which costs the command nothing to start. (Programs that demand signatures check
// them by OpenSSL, which they link anyway.)
#pragma once

#include "clc/package/signing_key.h"

namespace clc {

PublicKey public_key_of(const PrivateKey& key);
// 64 bytes.
Bytes sign_ed25519(BytesView message, const PrivateKey& key);
bool verify_ed25519(BytesView message, BytesView signature, const PublicKey& key);

}  // namespace clc
