#include "base/platform/ed25519.h"

namespace clc::platform {

// Windows' library knows the curve for agreeing on keys, and not the signature.
bool has_ed25519() {
  return false;
}

bool verify_ed25519(BytesView, BytesView, BytesView) {
  return false;
}

void public_ed25519(BytesView, char*) {}

void sign_ed25519(BytesView, BytesView, char*) {}

}  // namespace clc::platform
