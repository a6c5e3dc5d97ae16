// Ed25519 keys of those who sign packages, as `openssl genpkey -algorithm ed25519` and `openssl pkey -pubout` write
// them.
#pragma once

#include <array>
#include <string>

#include "clc/base/bytes.h"
#include "clc/base/result.h"

namespace clc {

struct PublicKey {
  std::array<unsigned char, 32> bytes{};

  // 64 lower-case hexadecimal digits: what a manifest says.
  std::string hex() const;
  bool operator==(const PublicKey& other) const { return bytes == other.bytes; }
};

// PEM ("BEGIN PUBLIC KEY"), or the 32 bytes themselves. Errors say what the bytes are instead, never what is in them.
Result<PublicKey> parse_public_key(BytesView bytes);
// A pipe is read as well, to its end, and - as standard input.
Result<PublicKey> read_public_key(const std::string& path);

// The secret half, which is overwritten at the end of its life.
class PrivateKey {
 public:
  PrivateKey() = default;
  ~PrivateKey();
  PrivateKey(const PrivateKey&) = delete;
  PrivateKey& operator=(const PrivateKey&) = delete;
  PrivateKey(PrivateKey&&) noexcept;
  PrivateKey& operator=(PrivateKey&&) = delete;

  std::array<unsigned char, 32> seed{};
};

// PEM ("BEGIN PRIVATE KEY", PKCS #8 without a password).
Result<PrivateKey> parse_private_key(BytesView pem);

}  // namespace clc
