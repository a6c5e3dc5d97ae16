#include <set>

#include "catch_all.h"
#include "clc/base/digest.h"
#include "clc/cache/key.h"

using clc::cache::Key;

namespace {

// Keys that a careless encoding would take for one another.
std::vector<Key> similar_keys() {
  using namespace std::string_view_literals;
  const std::uint64_t one = 1;
  return {
      Key("d"),
      Key("e"),
      Key(""),
      Key("d").add("", ""),
      Key("d").add("a", ""),
      Key("d").add("a", "b"),
      Key("d").add("ab", ""),
      Key("d").add("", "ab"),
      Key("da").add("b", ""),
      Key("d").add("a", "b").add("c", "d"),
      Key("d").add("c", "d").add("a", "b"),
      Key("d").add("a", "bcd"),
      Key("d").add("a", "b\nc: d"),
      Key("d").add("a", "b\"\n\"c\": \"d"),
      Key("d").add("a", "b").add("a", "b"),
      Key("d").add("a", "b").add("", ""),
      Key("d").add("a", "1"),
      Key("d").add("a", one),
      Key("d").add("a", one + 1),
      Key("d").add("a", "\1\0\0\0\0\0\0\0"sv),
      Key("d").add("a", "\1"),
      Key("d").add("a", "\\x01"),
      Key("d").add("a", "b\0"sv),
      Key("d").add("a", "b\0c"sv),
      Key("d").add("A", "b"),
      Key("d").add("a", std::uint64_t{0}),
      Key("d").add("a", ~std::uint64_t{0}),
  };
}

}  // namespace

TEST_CASE("keys that differ anywhere have different digests and different texts") {
  std::set<std::string> digests;
  std::set<std::string> texts;
  for (const Key& key : similar_keys()) {
    INFO(key.text());
    CHECK(clc::is_sha256_hex(key.hex()));
    CHECK(digests.insert(key.hex()).second);
    CHECK(texts.insert(key.text()).second);
  }
}

TEST_CASE("equal keys have equal digests") {
  const auto make = [] { return Key("clc.compile.1").add("source", "kernel").add("version", std::uint64_t{3}); };
  CHECK(make().hex() == make().hex());
  const Key copy = make();
  CHECK(copy.hex() == make().hex());
  CHECK(copy.domain() == "clc.compile.1");
  REQUIRE(copy.fields().size() == 2);
  CHECK(copy.fields()[1].name == "version");
  CHECK(copy.fields()[1].value == "3");
  CHECK(copy.fields()[1].is_number);
  CHECK(copy.text() == "\"clc.compile.1\"\n\"source\": \"kernel\"\n\"version\": 3\n");
}

TEST_CASE("one changed bit of any field changes the digest") {
  const std::vector<std::string> values = {"source", "options", "nvptx:sm_90", "identity", ""};
  const auto key_of = [](const std::vector<std::string>& fields) {
    Key key("clc.test");
    for (std::size_t i = 0; i < fields.size(); ++i) key.add("field" + std::to_string(i), fields[i]);
    return key.hex();
  };
  const std::string before = key_of(values);
  for (std::size_t field = 0; field < values.size(); ++field) {
    for (std::size_t bit = 0; bit < 8 * values[field].size(); ++bit) {
      auto changed = values;
      changed[field][bit / 8] = static_cast<char>(changed[field][bit / 8] ^ (1 << (bit % 8)));
      CHECK(key_of(changed) != before);
    }
    auto longer = values;
    longer[field] += '\0';
    CHECK(key_of(longer) != before);
    for (std::size_t other = 0; other < field; ++other) {
      auto swapped = values;
      std::swap(swapped[field], swapped[other]);
      CHECK(key_of(swapped) != before);
    }
  }
}
