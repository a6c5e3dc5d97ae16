// Each number of a manifest with 0, the largest that it may be, one more, and worse: it is read as it is, or refused.
#include "manifest_numbers.h"

#include "catch_all.h"

using namespace clc;
using Catch::Matchers::ContainsSubstring;

namespace {

bool is_power_of_two(std::uint64_t value) {
  return (value & (value - 1)) == 0;
}

}  // namespace

TEST_CASE("every number of a manifest is read as it is up to its limit, and refused above") {
  REQUIRE(decode_manifest(encode_manifest(test::numbered_manifest())));
  for (const test::ManifestNumber& number : test::manifest_numbers()) {
    const bool is_alignment = std::string(number.name).find("alignment") != std::string::npos;
    const bool is_struct = std::string(number.name) == "struct.size";  // which has to hold its members
    for (const std::uint64_t value : test::hostile_numbers(number.most)) {
      INFO(number.name << " = " << value);
      Manifest manifest = test::numbered_manifest();
      number.set(manifest, value);
      const Result<Manifest> read = decode_manifest(encode_manifest(manifest));
      bool is_right = value <= number.most && (value != 0 || number.may_be_0);
      if (is_alignment) is_right = is_right && is_power_of_two(value);
      if (is_struct) is_right = is_right && value >= 32;
      REQUIRE(read.has_value() == is_right);
      if (!read) {
        CHECK(read.error().kind == ErrorKind::k_damaged);
        CHECK_THAT(read.error().message, !ContainsSubstring("SHA-256"));
        CHECK_FALSE(encode_readable_manifest(manifest));  // so that nothing is published that nobody can read
      } else {
        CHECK(manifest_digest(*read) == manifest_digest(manifest));
      }
    }
  }
}

TEST_CASE("a resource is any signed number of 64 bits") {
  for (const std::int64_t value : {INT64_MIN, std::int64_t{-1}, std::int64_t{0}, INT64_MAX}) {
    Manifest manifest = test::numbered_manifest();
    manifest.modules[0].variants[0].resources["k"][resource::k_registers] = value;
    const Result<Manifest> read = decode_manifest(encode_manifest(manifest));
    REQUIRE(read);
    CHECK(read->modules[0].variants[0].resources.at("k").at(resource::k_registers) == value);
  }
}
