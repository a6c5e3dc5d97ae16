#include "protocol/live_registers.h"

#include "catch_all.h"

using namespace clc;

TEST_CASE("live registers come back, and damage is noticed or harmless") {
  const std::vector<LiveFunction> functions = {{"k", {{0x1900, 12, 0, 9, "k.cl", 3}, {0x1908, 300, 4, 0, "", 0}}, ""},
                                               {"other", {}, "it chooses registers by an index"}};
  const Bytes bytes = encode_live_registers(functions);
  const auto back = decode_live_registers(bytes);
  REQUIRE(back);
  REQUIRE(back->size() == 2);
  CHECK(back->at(0).instructions.at(1).vector == 300);
  CHECK(back->at(0).instructions.at(0).file == "k.cl");
  CHECK(back->at(1).unknown == functions[1].unknown);
  CHECK(encode_live_registers(*back) == bytes);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    CHECK_FALSE(decode_live_registers(BytesView(bytes).substr(0, size)));
  CHECK_FALSE(decode_live_registers(bytes + "x"));
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    Bytes changed = bytes;
    changed[at] = static_cast<char>(~changed[at]);
    const auto other = decode_live_registers(changed);
    if (other) CHECK(encode_live_registers(*other) == changed);
  }
}
