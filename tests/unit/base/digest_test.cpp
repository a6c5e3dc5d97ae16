#include "clc/base/digest.h"
#include "catch_all.h"
#include "clc/base/result.h"

using namespace clc;

TEST_CASE("SHA-256 gives the standard's values") {
  CHECK(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256_hex(std::string(1000000, 'a')) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  CHECK(sha256_raw("abc").size() == 32);
  CHECK(sha256_raw("abc").substr(0, 2) == "\xba\x78");
}

TEST_CASE("a SHA-256 is 64 lower-case hexadecimal digits") {
  CHECK(is_sha256_hex(sha256_hex("x")));
  CHECK_FALSE(is_sha256_hex(""));
  CHECK_FALSE(is_sha256_hex(std::string(63, 'a')));
  CHECK_FALSE(is_sha256_hex(std::string(65, 'a')));
  CHECK_FALSE(is_sha256_hex(std::string(64, 'A')));
  CHECK_FALSE(is_sha256_hex(std::string(64, 'g')));
}

TEST_CASE("a field digest tells lists of fields apart") {
  auto of = [](auto... fields) {
    FieldDigest digest("test.1");
    (digest.add("f", std::string_view(fields)), ...);
    return digest.hex();
  };
  CHECK(of("ab", "c") == of("ab", "c"));
  CHECK(of("ab", "c") != of("a", "bc"));
  CHECK(of("abc") != of("abc", ""));
  CHECK(FieldDigest("a").hex() != FieldDigest("b").hex());
  CHECK(FieldDigest("d").add("x", "").hex() != FieldDigest("d").add("y", "").hex());
  CHECK(FieldDigest("d").add("x", std::uint64_t{1}).hex() !=
        FieldDigest("d").add("x", std::string_view("\1\0\0\0\0\0\0\0", 8)).hex());
}

TEST_CASE("a field digest can be read and go on") {
  FieldDigest digest("d");
  digest.add("x", "1");
  const std::string first = digest.hex();
  CHECK(digest.hex() == first);
  digest.add("y", "2");
  CHECK(digest.hex() == FieldDigest("d").add("x", "1").add("y", "2").hex());
  FieldDigest moved = std::move(digest);
  CHECK(moved.hex() != first);
}

TEST_CASE("each kind of error has its exit code") {
  CHECK(exit_code(ErrorKind::k_compile) == 1);
  CHECK(exit_code(ErrorKind::k_usage) == 2);
  CHECK(exit_code(ErrorKind::k_io) == 3);
  CHECK(exit_code(ErrorKind::k_damaged) == 3);
  CHECK(exit_code(ErrorKind::k_unavailable) == 4);
  CHECK(exit_code(ErrorKind::k_crash) == 5);
  CHECK(exit_code(ErrorKind::k_opencl) == 5);
  CHECK(exit_code(ErrorKind::k_gate) == 6);
}
