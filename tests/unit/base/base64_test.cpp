#include "base/encoding/base64.h"
#include "catch_all.h"

using namespace clc;

TEST_CASE("Base64 goes there and back") {
  CHECK(to_base64("") == "");
  CHECK(to_base64("f") == "Zg==");
  CHECK(to_base64("fo") == "Zm8=");
  CHECK(to_base64("foo") == "Zm9v");
  CHECK(to_base64("foobar") == "Zm9vYmFy");
  CHECK(to_base64("\xfb\xff") == "+/8=");
  const Bytes large((std::size_t{3} << 20U) + 1, 'x');  // longer than one piece
  CHECK(from_base64(to_base64(large)) == large);
  Bytes bytes;
  for (int i = 0; i < 600; ++i) {
    CHECK(from_base64(to_base64(bytes)) == bytes);
    bytes += static_cast<char>(i * 7);
  }
}

TEST_CASE("Base64 is read in every usual spelling, and nothing else is") {
  for (const char* text : {"+/8=", "-_8=", "+/8", "-_8"}) CHECK(from_base64(text) == "\xfb\xff");
  CHECK(from_base64("Zg") == "f");
  for (const char* text : {"Z", "Z===", "Zg=", "=", "====", "Zg==Zg==", "Zm 9", "Zm9v\n", "Zm9vé"}) {
    INFO(text);
    CHECK_FALSE(from_base64(text).has_value());
  }
}
