#include "lookup/turns.h"

#include <filesystem>
#include <thread>

#include "catch_all.h"
#include "temporary_folder.h"

using namespace clc;

namespace {

cache::Settings settings_in(const std::string& folder) {
  cache::Settings settings;
  settings.folder = folder;
  return settings;
}

}  // namespace

TEST_CASE("a turn is one call's until it ends", "[turns]") {
  const test::TemporaryFolder folder;
  cache::Store store(settings_in(folder.path())), other_store(settings_in(folder.path()));
  Turns ours(store), others(other_store);
  {
    const std::optional<Turn> turn = ours.take("key");
    REQUIRE(turn);
    CHECK_FALSE(turn->was_awaited());
    CHECK_FALSE(others.take("key"));
    CHECK_FALSE(others.take("other key").value().was_awaited());
  }
  CHECK(others.take("key").value().was_awaited());
  CHECK(ours.take("key"));
}

TEST_CASE("two calls take turns in opposite orders", "[turns]") {
  const test::TemporaryFolder folder;
  cache::Store store(settings_in(folder.path())), other_store(settings_in(folder.path()));
  Turns ours(store), others(other_store);
  std::optional<Turn> a = ours.take("a"), b = others.take("b");
  CHECK_FALSE(ours.take("b"));
  CHECK_FALSE(others.take("a"));
  a.reset();
  CHECK(others.take("a"));
}

TEST_CASE("nobody waits for a turn for ever", "[turns]") {
  const test::TemporaryFolder folder;
  cache::Store store(settings_in(folder.path())), other_store(settings_in(folder.path()));
  Turns ours(store), others(other_store, std::chrono::milliseconds(20));
  const std::optional<Turn> turn = ours.take("key");
  CHECK_FALSE(others.take("key"));
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  CHECK(others.take("key"));
  CHECK_FALSE(Turns(other_store).take("key"));  // it is still the first one's
}

TEST_CASE("without a folder that can be written nobody waits", "[turns]") {
  const test::TemporaryFolder folder;
  std::filesystem::create_directories(folder / "v1/locks");
  cache::Store store(settings_in(folder.path())), other_store(settings_in(folder.path()));
  Turns ours(store), others(other_store);
  const std::optional<Turn> turn = ours.take("key");
  CHECK(turn);
  CHECK(others.take("key"));
}
