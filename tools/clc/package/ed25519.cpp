#include "package/ed25519.h"

#include <sodium.h>

namespace clc {
namespace {

const unsigned char* raw(BytesView bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

struct KeyPair {
  explicit KeyPair(const PrivateKey& key) {
    crypto_sign_seed_keypair(public_half.bytes.data(), secret.data(), key.seed.data());
  }
  ~KeyPair() { sodium_memzero(secret.data(), secret.size()); }
  KeyPair(const KeyPair&) = delete;
  KeyPair& operator=(const KeyPair&) = delete;

  PublicKey public_half;
  std::array<unsigned char, crypto_sign_SECRETKEYBYTES> secret{};
};

}  // namespace

Result<void> check_that_signing_is_here() {
  return {};
}

PublicKey public_key_of(const PrivateKey& key) {
  return KeyPair(key).public_half;
}

Bytes sign_ed25519(BytesView message, const PrivateKey& key) {
  const KeyPair pair(key);
  Bytes signature(crypto_sign_BYTES, '\0');
  crypto_sign_detached(reinterpret_cast<unsigned char*>(signature.data()), nullptr, raw(message), message.size(),
                       pair.secret.data());
  return signature;
}

bool verify_ed25519(BytesView message, BytesView signature, const PublicKey& key) {
  return signature.size() == crypto_sign_BYTES &&
         crypto_sign_verify_detached(raw(signature), raw(message), message.size(), key.bytes.data()) == 0;
}

}  // namespace clc
