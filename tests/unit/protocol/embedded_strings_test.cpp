#include "protocol/embedded_strings.h"

#include "catch_all.h"

using namespace clc;

TEST_CASE("found texts come back, and damage is noticed or harmless") {
  const std::vector<EmbeddedString> texts = {{StringKind::k_name, "section .x + 0x10", "a name"},
                                             {StringKind::k_bytes, "", std::string("\0\xff", 2)},
                                             {StringKind::k_debug, std::string(300, 'w'), std::string(5000, 't')}};
  const Bytes bytes = encode_embedded_strings(texts);
  const auto back = decode_embedded_strings(bytes);
  REQUIRE(back);
  REQUIRE(back->size() == texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    CHECK((*back)[i].kind == texts[i].kind);
    CHECK((*back)[i].where == texts[i].where);
    CHECK((*back)[i].text == texts[i].text);
  }
  for (std::size_t size = 0; size < bytes.size(); ++size)
    CHECK_FALSE(decode_embedded_strings(BytesView(bytes).substr(0, size)));
  CHECK_FALSE(decode_embedded_strings(bytes + "x"));
  for (std::size_t at = 0; at < 60; ++at) {
    Bytes changed = bytes;
    changed[at] = static_cast<char>(~changed[at]);
    const auto other = decode_embedded_strings(changed);
    if (other) CHECK(encode_embedded_strings(*other) == changed);
  }
}
