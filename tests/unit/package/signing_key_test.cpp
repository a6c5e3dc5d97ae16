#include "clc/package/signing_key.h"
#include "catch_all.h"
#include "package_samples.h"

using namespace clc;
using Catch::Matchers::ContainsSubstring;

namespace {

// Made by OpenSSL 3.0 for this test.
const std::string k_private =
    "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpe6kZIwuLaLrKXOBf\n-----END PRIVATE "
    "KEY-----\n";
const std::string k_public =
    "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n-----END PUBLIC "
    "KEY-----\n";
constexpr const char* k_public_hex = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";

std::string refused(BytesView text) {
  const Result<PublicKey> key = parse_public_key(text);
  REQUIRE_FALSE(key);
  CHECK(key.error().kind == ErrorKind::k_damaged);
  return key.error().message;
}

}  // namespace

TEST_CASE("keys are read as OpenSSL writes them") {
  const Result<PublicKey> key = parse_public_key(k_public);
  REQUIRE(key);
  CHECK(key->hex() == k_public_hex);
  const Result<PublicKey> raw = parse_public_key(BytesView(reinterpret_cast<const char*>(key->bytes.data()), 32));
  REQUIRE(raw);
  CHECK(*raw == *key);
  std::string with_crlf = "some text before\n" + k_public;
  for (std::size_t at = 0; (at = with_crlf.find('\n', at)) != std::string::npos; at += 2) with_crlf.insert(at, "\r");
  REQUIRE(parse_public_key(with_crlf));
  CHECK(parse_public_key(with_crlf)->hex() == k_public_hex);

  const Result<PrivateKey> secret = parse_private_key(k_private);
  REQUIRE(secret);
  CHECK(secret->seed[0] == 0x9d);
  CHECK(secret->seed[31] == 0x5f);
}

TEST_CASE("what is no key, or another one, is called what it is") {
  CHECK_THAT(refused(k_private), ContainsSubstring("-pubout"));
  CHECK_THAT(refused(""), ContainsSubstring("no key"));
  CHECK_THAT(refused("-----BEGIN CERTIFICATE-----\n"), ContainsSubstring("CERTIFICATE"));
  // X25519: the same length, another number.
  CHECK_THAT(
      refused("-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VuAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n-----END "
              "PUBLIC KEY-----\n"),
      ContainsSubstring("another kind"));
  const auto refused_private = [](BytesView text) {
    const Result<PrivateKey> key = parse_private_key(text);
    REQUIRE_FALSE(key);
    return key.error().message;
  };
  CHECK_THAT(refused_private(k_public), ContainsSubstring("public key"));
  CHECK_THAT(refused_private("-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n"),
             ContainsSubstring("password"));
}

TEST_CASE("a damaged key is refused, or is another one, and errors tell nothing of a secret") {
  test::for_each_damage(k_public, [&](const Bytes& damaged) {
    if (damaged.size() == 32) return;  // a raw key
    const Result<PublicKey> key = parse_public_key(damaged);
    if (!key) CHECK(key.error().message.find("AyEA11") == std::string::npos);
  });
  test::for_each_damage(k_private, [&](const Bytes& damaged) {
    const Result<PrivateKey> key = parse_private_key(damaged);
    if (!key) CHECK(key.error().message.find("BCIEIJ") == std::string::npos);
  });
  for (std::size_t size = 33; size + 1 < k_public.size(); ++size)
    CHECK_FALSE(parse_public_key(k_public.substr(0, size)));
  for (std::size_t size = 0; size + 1 < k_private.size(); ++size)
    CHECK_FALSE(parse_private_key(k_private.substr(0, size)));
}
