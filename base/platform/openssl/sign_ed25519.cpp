#include "base/platform/ed25519.h"

#include <openssl/evp.h>

#include <memory>
#include <new>

namespace clc::platform {
namespace {

// Only a lack of memory makes these calls fail.
void demand(bool is_done) {
  if (!is_done) throw std::bad_alloc();
}

unsigned char* raw(char* bytes) {
  return reinterpret_cast<unsigned char*>(bytes);
}

const unsigned char* raw(BytesView bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> private_key(BytesView seed) {
  EVP_PKEY* const key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, raw(seed), seed.size());
  demand(key != nullptr);
  return {key, &EVP_PKEY_free};
}

}  // namespace

void public_ed25519(BytesView seed, char* key) {
  std::size_t size = seed.size();
  demand(EVP_PKEY_get_raw_public_key(private_key(seed).get(), raw(key), &size) == 1);
}

void sign_ed25519(BytesView message, BytesView seed, char* signature) {
  const auto key = private_key(seed);
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  std::size_t size = 64;
  demand(context && EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key.get()) == 1 &&
         EVP_DigestSign(context.get(), raw(signature), &size, raw(message), message.size()) == 1);
}

}  // namespace clc::platform
