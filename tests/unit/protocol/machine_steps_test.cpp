#include "protocol/machine/machine_steps.h"

#include "catch_all.h"

using namespace clc;

TEST_CASE("steps of machine code come back, and damage is noticed or harmless") {
  const std::vector<MachineFunction> functions = {
      {"k",
       {{0x1900, "s_cbranch_scc0", 32, {{7}, {300}}, {}, {{0x1908}, {0x2000}}, true},
        {0x1908, "s_endpgm", 0, {}, {{9}}, {}, false}}},
      {"other", {}}};
  const Bytes bytes = encode_machine_steps(functions);
  const auto back = decode_machine_steps(bytes);
  REQUIRE(back);
  REQUIRE(back->size() == 2);
  REQUIRE(back->at(0).steps.size() == 2);
  CHECK(back->at(0).steps[0].mnemonic == "s_cbranch_scc0");
  CHECK(back->at(0).steps[0].latency == 32);
  CHECK(back->at(0).steps[0].reads.at(1).value == 300);
  CHECK(back->at(0).steps[0].targets.at(1).value == 0x2000);
  CHECK_FALSE(back->at(0).steps[1].falls_through);
  CHECK(encode_machine_steps(*back) == bytes);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    CHECK_FALSE(decode_machine_steps(BytesView(bytes).substr(0, size)));
  CHECK_FALSE(decode_machine_steps(bytes + "x"));
}
