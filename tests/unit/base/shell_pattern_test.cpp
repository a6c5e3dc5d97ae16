#include "base/shell_pattern.h"

#include <fnmatch.h>

#include <string>

#include "catch_all.h"

namespace clc {
namespace {

bool fits(std::string_view pattern, std::string_view text) {
  return fits_pattern(pattern, text, Letters::k_as_written);
}

}  // namespace

TEST_CASE("a pattern without special characters fits itself alone") {
  CHECK(fits("", ""));
  CHECK(fits("sm_90", "sm_90"));
  CHECK_FALSE(fits("sm_90", "sm_9"));
  CHECK_FALSE(fits("sm_90", "sm_90a"));
  CHECK_FALSE(fits("sm_90", "SM_90"));
  CHECK(fits_pattern("Sm_9?", "sM_90", Letters::k_of_any_case));
}

TEST_CASE("stars fit any characters, also none, and slashes") {
  CHECK(fits("*", ""));
  CHECK(fits("a*", "a"));
  CHECK(fits("*b*", "a/b/c"));
  CHECK(fits("a*b*c", "aXbXbXc"));
  CHECK_FALSE(fits("a*b*c", "aXcXb"));
  CHECK(fits("**a", "aa"));
  CHECK_FALSE(fits("?", ""));
  CHECK(fits("-cl-*", "-cl-mad-enable"));
}

TEST_CASE("sets fit one character") {
  CHECK(fits("gfx90[ac]", "gfx90c"));
  CHECK_FALSE(fits("gfx90[ac]", "gfx90b"));
  CHECK(fits("sm_[7-9]*", "sm_80"));
  CHECK_FALSE(fits("sm_[!7-9]*", "sm_80"));
  CHECK(fits("[]x]", "]"));
  CHECK(fits("[a-]", "-"));
  CHECK(fits("a[b", "a[b"));
  CHECK(fits_pattern("[A-C]", "b", Letters::k_of_any_case));
}

TEST_CASE("classes in sets are those of fnmatch") {
  CHECK(fits("sm_[[:digit:]]0", "sm_90"));
  CHECK_FALSE(fits("sm_[[:digit:]]0", "sm_a0"));
  CHECK(fits("[![:digit:]_]", "x"));
  CHECK_FALSE(fits("[![:digit:]_]", "_"));
  CHECK(fits("[[:]", ":"));
  CHECK_FALSE(fits("[[:none:]]", "n"));
  CHECK(fits_pattern("[[:upper:]]", "a", Letters::k_of_any_case));
  for (const std::string name :
       {"alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit"}) {
    for (int c = 1; c < 128; ++c) {
      const std::string pattern = "[[:" + name + ":]-]", text(1, static_cast<char>(c));
      INFO(pattern << " " << c);
      CHECK(fits(pattern, text) == (::fnmatch(pattern.c_str(), text.c_str(), 0) == 0));
    }
  }
}

TEST_CASE("a backslash takes the meaning from what follows it") {
  CHECK(fits("\\*", "*"));
  CHECK_FALSE(fits("\\*", "a"));
  CHECK(fits("[\\]]", "]"));
  CHECK_FALSE(fits("a\\", "a\\"));
  CHECK_FALSE(fits("a\\", "a"));
}

TEST_CASE("patterns of many stars are refused in a short time") {
  std::string pattern;
  for (int i = 0; i < 40; ++i) pattern += "a*";
  CHECK_FALSE(fits(pattern + "b", std::string(2000, 'a')));
}

}  // namespace clc
