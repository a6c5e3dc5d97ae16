// Signatures by Ed25519 (RFC 8032), by a library of the system.
#pragma once

#include "clc/base/bytes.h"

namespace clc::platform {

// False where the system's library has no Ed25519; nothing can be verified then.
bool has_ed25519();

// `key` has 32 bytes.
bool verify_ed25519(BytesView message, BytesView signature, BytesView key);

// The public key of a private one's 32 bytes, into 32 bytes, and a signature, into 64. Only where has_ed25519(), and on
// Windows: elsewhere libsodium signs.
void public_ed25519(BytesView seed, char* key);
void sign_ed25519(BytesView message, BytesView seed, char* signature);

}  // namespace clc::platform
