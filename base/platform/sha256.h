// SHA-256 by a library of the system: OpenSSL's, or Windows' own.
#pragma once

#include <array>
#include <cstddef>

#include "clc/base/bytes.h"

namespace clc::platform {

inline constexpr std::size_t k_sha256_size = 32;

class Sha256 {
 public:
  Sha256();
  Sha256(const Sha256& other);
  Sha256& operator=(const Sha256&) = delete;
  ~Sha256();

  void add(BytesView bytes);
  // Nothing may be added after it.
  std::array<unsigned char, k_sha256_size> finish();

 private:
  static constexpr std::size_t k_state_size = 128;
  alignas(std::max_align_t) std::array<unsigned char, k_state_size> state_;  // the library's own
};

}  // namespace clc::platform
