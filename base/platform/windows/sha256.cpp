#include "base/platform/sha256.h"

#include <windows.h>

#include <bcrypt.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace clc::platform {
namespace {

// Only a lack of memory makes these calls fail.
void demand(NTSTATUS status) {
  if (status != 0) throw std::bad_alloc();
}

// Opened once, and open until the process ends.
BCRYPT_ALG_HANDLE provider() {
  static const BCRYPT_ALG_HANDLE opened = [] {
    BCRYPT_ALG_HANDLE handle = nullptr;
    demand(::BCryptOpenAlgorithmProvider(&handle, BCRYPT_SHA256_ALGORITHM, nullptr, 0));
    return handle;
  }();
  return opened;
}

template <class State>
BCRYPT_HASH_HANDLE hash_in(const State& state) {
  BCRYPT_HASH_HANDLE hash = nullptr;
  std::memcpy(&hash, state.data(), sizeof hash);
  return hash;
}

template <class State>
void keep(BCRYPT_HASH_HANDLE hash, State& state) {
  std::memcpy(state.data(), &hash, sizeof hash);
}

}  // namespace

Sha256::Sha256() {
  BCRYPT_HASH_HANDLE hash = nullptr;
  demand(::BCryptCreateHash(provider(), &hash, nullptr, 0, nullptr, 0, 0));
  keep(hash, state_);
}

Sha256::Sha256(const Sha256& other) {
  BCRYPT_HASH_HANDLE hash = nullptr;
  demand(::BCryptDuplicateHash(hash_in(other.state_), &hash, nullptr, 0, 0));
  keep(hash, state_);
}

Sha256::~Sha256() {
  ::BCryptDestroyHash(hash_in(state_));
}

void Sha256::add(BytesView bytes) {
  constexpr std::size_t k_most = std::size_t{1} << 30U;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(k_most, bytes.size()))) {
    const BytesView piece = bytes.substr(0, k_most);
    auto* const data = reinterpret_cast<UCHAR*>(const_cast<char*>(piece.data()));
    demand(::BCryptHashData(hash_in(state_), data, static_cast<ULONG>(piece.size()), 0));
  }
}

std::array<unsigned char, k_sha256_size> Sha256::finish() {
  std::array<unsigned char, k_sha256_size> digest;
  demand(::BCryptFinishHash(hash_in(state_), digest.data(), static_cast<ULONG>(digest.size()), 0));
  return digest;
}

}  // namespace clc::platform
