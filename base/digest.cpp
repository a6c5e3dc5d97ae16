#include "clc/base/digest.h"

#include <array>

#include "base/encoding/hex.h"
#include "base/encoding/little_endian.h"
#include "base/platform/sha256.h"
#include "base/sha256_parts.h"

namespace clc {
namespace {

using platform::Sha256;
using RawDigest = std::array<unsigned char, platform::k_sha256_size>;

std::string digest_hex(const RawDigest& raw) {
  return to_hex(BytesView(reinterpret_cast<const char*>(raw.data()), raw.size()));
}

RawDigest digest_of(BytesView bytes) {
  Sha256 digest;
  digest.add(bytes);
  return digest.finish();
}

void add_number(Sha256& digest, std::uint64_t value) {
  Bytes number;
  append_number(number, value, 8);
  digest.add(number);
}

void add_sized(Sha256& digest, BytesView bytes) {
  add_number(digest, bytes.size());
  digest.add(bytes);
}

}  // namespace

std::string sha256_hex(BytesView bytes) {
  return digest_hex(digest_of(bytes));
}

std::string sha256_hex_of_parts(const std::vector<BytesView>& parts) {
  Sha256 digest;
  for (const BytesView part : parts) digest.add(part);
  return digest_hex(digest.finish());
}

Bytes sha256_raw(BytesView bytes) {
  RawDigest raw = digest_of(bytes);
  return Bytes(raw.begin(), raw.end());
}

bool is_sha256_hex(std::string_view text) {
  return is_hex(text, platform::k_sha256_size);
}

struct FieldDigest::State {
  Sha256 digest;
};

FieldDigest::FieldDigest(std::string_view domain) : state_(std::make_unique<State>()) {
  add_sized(state_->digest, domain);
}

FieldDigest::~FieldDigest() = default;
FieldDigest::FieldDigest(FieldDigest&&) noexcept = default;
FieldDigest& FieldDigest::operator=(FieldDigest&&) noexcept = default;

FieldDigest& FieldDigest::add(std::string_view name, BytesView value) {
  add_sized(state_->digest, name);
  state_->digest.add("s");
  add_sized(state_->digest, value);
  return *this;
}

FieldDigest& FieldDigest::add(std::string_view name, std::uint64_t value) {
  add_sized(state_->digest, name);
  state_->digest.add("n");
  add_number(state_->digest, value);
  return *this;
}

std::string FieldDigest::hex() const {
  Sha256 copy = state_->digest;  // so that more fields can follow
  return digest_hex(copy.finish());
}

}  // namespace clc
