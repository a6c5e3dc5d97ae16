#include "lookup/recent_keys.h"

#include <unistd.h>

#include <filesystem>

#include "catch_all.h"

using namespace clc;

namespace {

cache::Key key_of(const std::vector<std::pair<std::string, std::string>>& fields) {
  cache::Key key("clc.test.1");
  for (const auto& [name, value] : fields) key.add(name, value);
  return key;
}

std::string told(const cache::Key& before, const cache::Key& now) {
  std::string text;
  for (const FieldChange& change : field_changes(before, now)) {
    text += std::string("+-~#").substr(static_cast<std::size_t>(change.kind), 1) + change.name + " " + change.before +
            ">" + change.now + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("keys differ by names, and lists by what is in them", "[lookup]") {
  const cache::Key before = key_of({{"a", "1"}, {"option", "x"}, {"option", "y"}, {"option", "x"}, {"b", "2"}});
  CHECK(told(before, before).empty());
  CHECK(told(before, key_of({{"a", "3"}, {"option", "x"}, {"option", "y"}, {"option", "x"}, {"b", "2"}})) ==
        "~a 1>3\n");
  CHECK(told(before, key_of({{"a", "1"}, {"option", "x"}, {"option", "y"}, {"b", "2"}})) == "-option x>\n");
  CHECK(told(before, key_of({{"a", "1"}, {"option", "y"}, {"option", "x"}, {"option", "x"}, {"b", "2"}})) ==
        "#option >\n");
  CHECK(told(before, key_of({{"a", "1"}, {"option", "z"}, {"b", "2"}})) ==
        "-option x>\n-option y>\n-option x>\n+option >z\n");
  CHECK(told(before, key_of({{"a", "1"}, {"c", "5"}})) == "+c >5\n-option x>\n-option y>\n-option x>\n-b 2>\n");
}

TEST_CASE("the last keys of a file are remembered, for each target", "[lookup]") {
  char folder[] = "/tmp/clc-history-XXXXXX";
  REQUIRE(::mkdtemp(folder) != nullptr);
  cache::Settings settings;
  settings.folder = folder;
  cache::Store store(settings);
  Plan plan;
  plan.working_folder = "/work";
  plan.sources.push_back({"k", "k.cl", "/work/k.cl", false, "", ""});
  plan.sources.push_back({"stdin", "-", "", true, "text", ""});
  const Job job, from_text{SourceIndex{1}, TargetIndex{0}, {}};
  CHECK(remembered_keys(store, plan, job, "spirv64:1.2").empty());
  for (int i = 0; i < 12; ++i) remember_key(store, plan, job, "spirv64:1.2", key_of({{"a", std::to_string(i)}}));
  std::vector<cache::Key> keys = remembered_keys(store, plan, job, "spirv64:1.2");
  REQUIRE(keys.size() == 8);
  CHECK(keys.front().text() == key_of({{"a", "11"}}).text());
  remember_key(store, plan, job, "spirv64:1.2", key_of({{"a", "8"}}));
  keys = remembered_keys(store, plan, job, "spirv64:1.2");
  REQUIRE(keys.size() == 8);
  CHECK(keys.front().text() == key_of({{"a", "8"}}).text());
  CHECK(remembered_keys(store, plan, job, "spirv64:1.3").empty());
  CHECK(remembered_keys(store, plan, from_text, "spirv64:1.2").empty());
  remember_key(store, plan, from_text, "spirv64:1.2", key_of({{"a", "text"}}));
  CHECK(remembered_keys(store, plan, from_text, "spirv64:1.2").size() == 1);
  plan.working_folder = "/other";
  CHECK(remembered_keys(store, plan, from_text, "spirv64:1.2").empty());
  CHECK(remembered_keys(store, plan, job, "spirv64:1.2").size() == 8);
  std::filesystem::remove_all(folder);
}
