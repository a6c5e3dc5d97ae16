#include "protocol/live_registers.h"

#include "catch_all.h"
#include "protocol/register_set.h"

using namespace clc;

TEST_CASE("live registers come back, and damage is noticed or harmless") {
  const std::vector<LiveFunction> functions = {{"k", {{0x1900, "v0-3s4", "k.cl", 3}, {0x1908, "v0-255a1", "", 0}}, ""},
                                               {"other", {}, "it chooses registers by an index"}};
  const Bytes bytes = encode_live_registers(functions);
  const auto back = decode_live_registers(bytes);
  REQUIRE(back);
  REQUIRE(back->size() == 2);
  CHECK(back->at(0).instructions.at(1).registers == "v0-255a1");
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

TEST_CASE("sets of registers come back from their text") {
  const RegisterSet set = decode_registers("v0-2v7s4-5UR3SP.rd12");
  CHECK(encode_registers(set) == "SP.UR3rd12s4-5v0-2v7");
  CHECK(decode_registers(encode_registers(set)) == set);
  CHECK(set.front() == named_register("SP"));
  unsigned words = 0;
  for (const Register& one : set) words += words_of(one);
  CHECK(words == 2 + 0 + 2 + 0 + 3 + 1);
  CHECK(decode_registers("").empty());
  CHECK(decode_registers("r70000-70001s4") == RegisterSet{{"r", 70'000}, {"r", 70'001}, {"s", 4}});
  CHECK(named_register("r70000") == Register{"r", 70'000});
  CHECK(decode_registers("v0-65535a0-65535s0-65535").size() == 1U << 16U);
  for (const char* text : {"-", "7", "v", "v5-", "v9-2", "v99999999999", "v0-99999999999", ".", "-3v"})
    CHECK(decode_registers(text).size() <= 1);
}
