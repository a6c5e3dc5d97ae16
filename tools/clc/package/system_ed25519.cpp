// For builds without libsodium: by the library that programs check signatures with, where there is one.
#include "base/platform/ed25519.h"

#include "package/ed25519.h"

namespace clc {
namespace {

constexpr std::size_t k_signature_size = 64;

template <class Array>
BytesView view_of(const Array& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

Result<void> check_that_signing_is_here() {
  if (platform::has_ed25519()) return {};
  return fail(ErrorKind::k_unavailable,
              "this clc was built without libsodium and OpenSSL: signatures are made and checked by a clc on Linux");
}

PublicKey public_key_of(const PrivateKey& key) {
  PublicKey half;
  platform::public_ed25519(view_of(key.seed), reinterpret_cast<char*>(half.bytes.data()));
  return half;
}

Bytes sign_ed25519(BytesView message, const PrivateKey& key) {
  Bytes signature(k_signature_size, '\0');
  platform::sign_ed25519(message, view_of(key.seed), signature.data());
  return signature;
}

bool verify_ed25519(BytesView message, BytesView signature, const PublicKey& key) {
  return signature.size() == k_signature_size && platform::verify_ed25519(message, signature, view_of(key.bytes));
}

}  // namespace clc
