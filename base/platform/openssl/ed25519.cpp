// A file of its own, so that only programs that demand signatures link OpenSSL's public-key functions.
#include "base/platform/ed25519.h"

#include <openssl/evp.h>

#include <memory>

namespace clc::platform {
namespace {

const unsigned char* raw(BytesView bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

}  // namespace

bool has_ed25519() {
  return true;
}

bool verify_ed25519(BytesView message, BytesView signature, BytesView key) {
  const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> public_key(
      EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, raw(key), key.size()), &EVP_PKEY_free);
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  return public_key && context &&
         EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, public_key.get()) == 1 &&
         EVP_DigestVerify(context.get(), raw(signature), signature.size(), raw(message), message.size()) == 1;
}

}  // namespace clc::platform
