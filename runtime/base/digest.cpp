// The low-level functions, deprecated in favour of EVP, keep OpenSSL's provider machinery out of
// the executable; both run the same assembly.
#define OPENSSL_SUPPRESS_DEPRECATED
#include "clc/base/digest.h"

#include <openssl/sha.h>

#include <array>

#include "base/encoding/hex.h"
#include "base/encoding/little_endian.h"
#include "base/sha256_parts.h"

namespace clc {

namespace {

using RawDigest = std::array<unsigned char, SHA256_DIGEST_LENGTH>;

std::string digest_hex(const RawDigest& raw) {
  return to_hex(BytesView(reinterpret_cast<const char*>(raw.data()), raw.size()));
}

void update(SHA256_CTX& context, BytesView bytes) {
  SHA256_Update(&context, bytes.data(), bytes.size());
}

RawDigest digest_of(BytesView bytes) {
  SHA256_CTX context;
  SHA256_Init(&context);
  update(context, bytes);
  RawDigest raw;
  SHA256_Final(raw.data(), &context);
  return raw;
}

void update_number(SHA256_CTX& context, std::uint64_t value) {
  Bytes number;
  append_number(number, value, 8);
  update(context, number);
}

void update_sized(SHA256_CTX& context, BytesView bytes) {
  update_number(context, bytes.size());
  update(context, bytes);
}

}  // namespace

std::string sha256_hex(BytesView bytes) {
  return digest_hex(digest_of(bytes));
}

std::string sha256_hex_of_parts(const std::vector<BytesView>& parts) {
  SHA256_CTX context;
  SHA256_Init(&context);
  for (const BytesView part : parts) update(context, part);
  RawDigest raw;
  SHA256_Final(raw.data(), &context);
  return digest_hex(raw);
}

Bytes sha256_raw(BytesView bytes) {
  RawDigest raw = digest_of(bytes);
  return Bytes(raw.begin(), raw.end());
}

bool is_sha256_hex(std::string_view text) {
  return is_hex(text, SHA256_DIGEST_LENGTH);
}

struct FieldDigest::State {
  SHA256_CTX context;
};

FieldDigest::FieldDigest(std::string_view domain) : state_(std::make_unique<State>()) {
  SHA256_Init(&state_->context);
  update_sized(state_->context, domain);
}

FieldDigest::~FieldDigest() = default;
FieldDigest::FieldDigest(FieldDigest&&) noexcept = default;
FieldDigest& FieldDigest::operator=(FieldDigest&&) noexcept = default;

FieldDigest& FieldDigest::add(std::string_view name, BytesView value) {
  update_sized(state_->context, name);
  update(state_->context, "s");
  update_sized(state_->context, value);
  return *this;
}

FieldDigest& FieldDigest::add(std::string_view name, std::uint64_t value) {
  update_sized(state_->context, name);
  update(state_->context, "n");
  update_number(state_->context, value);
  return *this;
}

std::string FieldDigest::hex() const {
  SHA256_CTX copy = state_->context;  // so that more fields can follow
  RawDigest raw;
  SHA256_Final(raw.data(), &copy);
  return digest_hex(raw);
}

}  // namespace clc
