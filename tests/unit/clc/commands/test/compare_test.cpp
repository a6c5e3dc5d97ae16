// Compares contents with what is right.
#include "commands/test/compare.h"

#include <limits>
#include <vector>

#include "catch_all.h"

using namespace clc;
using Catch::Matchers::ContainsSubstring;

namespace {

template <class T>
Bytes bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

template <class T>
bool are_alike(const char* type, const std::string& tolerance, T actual, T expected) {
  return compare_contents(value_type(type).number, parse_tolerance(tolerance).value(), bytes_of<T>({actual}),
                          bytes_of<T>({expected}))
      .empty();
}

constexpr float k_nan = std::numeric_limits<float>::quiet_NaN(), k_inf = std::numeric_limits<float>::infinity();

}  // namespace

TEST_CASE("NaN, infinities and -0 compare as documented") {
  for (const char* tolerance : {"exact", "4 ulp", "1e-3"}) {
    CAPTURE(tolerance);
    CHECK(are_alike("float", tolerance, k_nan, -k_nan));
    CHECK_FALSE(are_alike("float", tolerance, k_nan, 1.0F));
    CHECK_FALSE(are_alike("float", tolerance, 1.0F, k_nan));
    CHECK(are_alike("float", tolerance, k_inf, k_inf));
    CHECK_FALSE(are_alike("float", tolerance, k_inf, -k_inf));
    CHECK_FALSE(are_alike("float", tolerance, k_inf, std::numeric_limits<float>::max()));
  }
  CHECK_FALSE(are_alike("float", "exact", -0.0F, 0.0F));
  CHECK(are_alike("float", "0 ulp", -0.0F, 0.0F));
  CHECK(are_alike("float", "0", -0.0F, 0.0F));
}

TEST_CASE("ulps count the numbers between, across 0, too") {
  CHECK(are_alike("float", "1 ulp", 1.0F, 0x1.000002p0F));
  CHECK_FALSE(are_alike("float", "1 ulp", 1.0F, 0x1.000004p0F));
  CHECK(are_alike("float", "2 ulp", -0x1p-149F, 0x1p-149F));
  CHECK_FALSE(are_alike("float", "1 ulp", -0x1p-149F, 0x1p-149F));
  CHECK(are_alike("double", "1 ulp", 1.0, 0x1.0000000000001p0));
  CHECK_FALSE(are_alike("double", "1 ulp", 1.0, 0x1.0000000000003p0));
  CHECK_FALSE(are_alike("double", "99 ulp", -0x1p1023, 0x1p1023));
  CHECK(are_alike<std::uint16_t>("half", "1 ulp", 0x3c00, 0x3c01));
  CHECK_FALSE(are_alike<std::uint16_t>("half", "1 ulp", 0x3c00, 0x3c02));
}

TEST_CASE("tolerances are for reals alone") {
  CHECK_FALSE(are_alike("int", "1e-1", 1000, 1001));
  CHECK_FALSE(are_alike("uint", "100 ulp", 1000U, 1001U));
}

TEST_CASE("numbers may be so far from each other, integers too") {
  CHECK(are_alike("float", "within 0.5", 1.0F, 1.5F));
  CHECK_FALSE(are_alike("float", "within 0.5", 1.0F, 1.75F));
  CHECK_FALSE(are_alike("float", "within 1", k_inf, std::numeric_limits<float>::max()));
  CHECK(are_alike<std::uint8_t>("uchar", "within 1", 255, 254));
  CHECK_FALSE(are_alike<std::uint8_t>("uchar", "within 1", 255, 0));
  CHECK(are_alike("int", "within 2", -1, 1));
  CHECK_FALSE(are_alike("int", "within 2", std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
  constexpr auto k_most = std::numeric_limits<std::int64_t>::max();
  CHECK(are_alike("long", "within 1", k_most - 1, k_most));
  CHECK_FALSE(are_alike("long", "within 1", k_most - 2, k_most));
  CHECK_FALSE(are_alike("long", "within 1", std::numeric_limits<std::int64_t>::min(), k_most));
}

TEST_CASE("a difference names the first place and how many there are") {
  const auto text =
      compare_contents(value_type("float").number, Tolerance(), bytes_of<float>({1, 2, 3}), bytes_of<float>({1, 4, 5}));
  CHECK_THAT(text, ContainsSubstring("[1] is 2, not 4"));
  CHECK_THAT(text, ContainsSubstring("2 of 3 differ"));
  CHECK_THAT(compare_contents(nullptr, Tolerance(), "ab", "ac"), ContainsSubstring("[1] is 98, not 99"));
  CHECK_THAT(compare_contents(nullptr, Tolerance(), "ab", "a"), ContainsSubstring("has 2 bytes, and 1 are expected"));
}

TEST_CASE("a tolerance that cannot be read is refused") {
  for (const char* text : {"", "ulp", "-1 ulp", "nan", "1e", "2ulp", "inf", "within", "within -1"})
    CHECK_FALSE(parse_tolerance(text));
}
