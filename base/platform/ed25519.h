// Signatures by Ed25519 (RFC 8032), by a library of the system.
#pragma once

#include "clc/base/bytes.h"

namespace clc::platform {

// False where the system's library has no Ed25519; nothing can be verified then.
bool has_ed25519();

// `key` has 32 bytes.
bool verify_ed25519(BytesView message, BytesView signature, BytesView key);

}  // namespace clc::platform
