// SHA-256 (FIPS 180-4), as 64 lower-case hexadecimal digits.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "clc/base/bytes.h"
#include "clc/base/result.h"

namespace clc {

std::string sha256_hex(BytesView bytes);

// The 32 bytes themselves.
Bytes sha256_raw(BytesView bytes);

// True for exactly 64 lower-case hexadecimal digits.
bool is_sha256_hex(std::string_view text);

// A digest over typed, length-prefixed fields, so that no two different lists of fields
// can have the same bytes.
class FieldDigest {
 public:
  // `domain` keeps digests of different purposes apart, for instance "clc.input-closure.1".
  explicit FieldDigest(std::string_view domain);
  ~FieldDigest();
  FieldDigest(FieldDigest&&) noexcept;
  FieldDigest& operator=(FieldDigest&&) noexcept;

  FieldDigest& add(std::string_view name, BytesView value);
  FieldDigest& add(std::string_view name, std::uint64_t value);
  std::string hex() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace clc
