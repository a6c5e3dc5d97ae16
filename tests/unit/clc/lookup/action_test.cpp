#include "lookup/action.h"

#include "catch_all.h"
#include "file_facts_samples.h"

using namespace clc;

namespace {

Action random_action(test::Random& random) {
  Action action;
  for (std::uint64_t i = random.below(4); i > 0; --i) {
    action.add({sha256_hex(random.bytes(4)), random.text(), test::random_file_facts(random)});
  }
  return action;
}

FileFacts facts_of(const std::string& name) {
  FileFacts facts;
  facts.facts.resize(1);
  facts.facts[0].path = {0, name};
  return facts;
}

}  // namespace

TEST_CASE("actions give back every field", "[lookup]") {
  test::Random random(41);
  for (int i = 0; i < 100; ++i) {
    const Action action = random_action(random);
    const std::optional<Action> decoded = decode_action(encode_action(action));
    REQUIRE(decoded);
    REQUIRE(decoded->candidates.size() == action.candidates.size());
    for (std::size_t at = 0; at < action.candidates.size(); ++at) {
      CHECK(decoded->candidates[at].artifact == action.candidates[at].artifact);
      CHECK(decoded->candidates[at].place == action.candidates[at].place);
      CHECK(decoded->candidates[at].facts == action.candidates[at].facts);
    }
  }
}

TEST_CASE("damaged actions are refused or are others", "[lookup]") {
  test::Random random(42);
  for (int i = 0; i < 20; ++i) {
    const Bytes bytes = encode_action(random_action(random));
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      CHECK_FALSE(decode_action(BytesView(bytes).substr(0, at)));
      Bytes flipped = bytes;
      flipped[at] = static_cast<char>(flipped[at] ^ (1 << random.below(8)));
      if (const std::optional<Action> decoded = decode_action(flipped)) CHECK(encode_action(*decoded) == flipped);
    }
  }
  CHECK_FALSE(decode_action(""));
}

TEST_CASE("the newest candidate stands first, and of equal ones only it", "[lookup]") {
  Action action;
  for (int i = 0; i < 40; ++i) action.add({sha256_hex(std::to_string(i)), "", facts_of(std::to_string(i))});
  CHECK(action.candidates.size() == 16);
  CHECK(action.candidates.front().facts == facts_of("39"));
  action.add({sha256_hex("new"), "", facts_of("30")});
  CHECK(action.candidates.size() == 16);
  CHECK(action.candidates.front().artifact == sha256_hex("new"));
  action.add({sha256_hex("here"), "/here", facts_of("30")});
  CHECK(action.candidates[1].artifact == sha256_hex("new"));
}
