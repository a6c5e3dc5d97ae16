#include "catch_all.h"
#include "clc/internal/decompress.h"

using namespace clc;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("a compressed binary is an error that says what to do") {
  const Result<Bytes> bytes = decompress("frame", 100, "p.clcpack: a.ptx.zst");
  REQUIRE_FALSE(bytes);
  CHECK_THAT(bytes.error().message, ContainsSubstring("p.clcpack: a.ptx.zst is compressed"));
  CHECK_THAT(bytes.error().message, ContainsSubstring("without --compress"));
}
