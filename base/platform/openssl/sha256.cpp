// The low-level functions, deprecated in favour of EVP, keep OpenSSL's provider machinery out of
// the executable; both run the same assembly.
#define OPENSSL_SUPPRESS_DEPRECATED
#include "base/platform/sha256.h"

#include <openssl/sha.h>

#include <new>

namespace clc::platform {
namespace {

template <class State>
SHA256_CTX* context_in(State& state) {
  static_assert(sizeof(SHA256_CTX) <= sizeof(State));
  return std::launder(reinterpret_cast<SHA256_CTX*>(state.data()));
}

}  // namespace

Sha256::Sha256() {
  SHA256_Init(new (state_.data()) SHA256_CTX);
}

Sha256::Sha256(const Sha256& other) : state_(other.state_) {}

Sha256::~Sha256() = default;

void Sha256::add(BytesView bytes) {
  SHA256_Update(context_in(state_), bytes.data(), bytes.size());
}

std::array<unsigned char, k_sha256_size> Sha256::finish() {
  std::array<unsigned char, k_sha256_size> digest;
  SHA256_Final(digest.data(), context_in(state_));
  return digest;
}

}  // namespace clc::platform
