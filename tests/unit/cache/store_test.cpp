// Checks what a store keeps, and what it does with folders and files that are not as they should be.
#include "clc/cache/store.h"
#include "catch_all.h"
#include "clc/base/digest.h"
#include "run_process.h"

using namespace clc;
using namespace clc::cache;

namespace {

const std::string k_store_key = sha256_hex("a key");

Settings settings_in(const std::string& folder) {
  Settings settings;
  settings.folder = folder;
  return settings;
}

std::string path_of(const std::string& folder, const std::string& key, const std::string& kind) {
  return folder + "/v1/" + key.substr(0, 2) + "/" + key.substr(2) + "." + kind;
}

}  // namespace

TEST_CASE("what was put is got, by any store of the folder") {
  const test::TemporaryFolder folder;
  Store store(settings_in(folder / "deep/er"));
  CHECK(store.is_enabled());
  CHECK_FALSE(store.get(EntryKind::k_artifact, k_store_key));
  const std::string payload("some\0bytes", 10);
  REQUIRE(store.put(EntryKind::k_artifact, k_store_key, payload));
  CHECK(store.get(EntryKind::k_artifact, k_store_key) == payload);
  CHECK(Store(settings_in(folder / "deep/er")).get(EntryKind::k_artifact, k_store_key) == payload);
  CHECK(store.trouble().empty());
}

TEST_CASE("kinds and keys are kept apart") {
  const test::TemporaryFolder folder;
  Store store(settings_in(folder.path()));
  for (const EntryKind kind : k_entry_kinds) REQUIRE(store.put(kind, k_store_key, kind_name(kind)));
  for (const EntryKind kind : k_entry_kinds) CHECK(store.get(kind, k_store_key) == kind_name(kind));
  CHECK_FALSE(store.get(EntryKind::k_memo, sha256_hex("another")));
}

TEST_CASE("a new payload replaces the old one; it may be empty or large") {
  const test::TemporaryFolder folder;
  Store store(settings_in(folder.path()));
  for (const std::size_t size : {std::size_t{1}, std::size_t{0}, std::size_t{5} << 20U, std::size_t{95}}) {
    const std::string payload(size, static_cast<char>(size));
    REQUIRE(store.put(EntryKind::k_program, k_store_key, payload));
    CHECK(store.get(EntryKind::k_program, k_store_key) == payload);
  }
}

TEST_CASE("what is no key is never stored") {
  const test::TemporaryFolder folder;
  Store store(settings_in(folder / "cache"));
  for (const std::string& key : {std::string(), std::string("../../etc/passwd"), std::string(63, 'a'),
                                 std::string(64, 'A'), std::string(64, '/'), std::string(65, 'a')}) {
    CHECK_FALSE(store.put(EntryKind::k_memo, key, "x"));
    CHECK_FALSE(store.get(EntryKind::k_memo, key));
    store.quarantine(EntryKind::k_memo, key);
  }
  CHECK_FALSE(std::filesystem::exists(folder / "cache"));
}

TEST_CASE("a quarantined entry does not hit again, and can be stored again") {
  const test::TemporaryFolder folder;
  Store store(settings_in(folder.path()));
  REQUIRE(store.put(EntryKind::k_action, k_store_key, "nonsense"));
  store.quarantine(EntryKind::k_action, k_store_key);
  CHECK_FALSE(store.get(EntryKind::k_action, k_store_key));
  CHECK(std::filesystem::exists(folder / ("v1/damaged/" + k_store_key + ".action")));
  REQUIRE(store.put(EntryKind::k_action, k_store_key, "sense"));
  CHECK(store.get(EntryKind::k_action, k_store_key) == "sense");
}

TEST_CASE("a store that is off touches nothing") {
  const test::TemporaryFolder folder;
  Settings settings = settings_in(folder / "cache");
  settings.is_enabled = false;
  {
    Store store(settings);
    CHECK_FALSE(store.is_enabled());
    CHECK_FALSE(store.put(EntryKind::k_memo, k_store_key, "x"));
    CHECK_FALSE(store.get(EntryKind::k_memo, k_store_key));
    store.count_miss();
  }
  CHECK_FALSE(std::filesystem::exists(folder / "cache"));
}

TEST_CASE("looking makes no folder") {
  const test::TemporaryFolder folder;
  {
    Store store(settings_in(folder / "cache"));
    CHECK_FALSE(store.get(EntryKind::k_memo, k_store_key));
    store.count_miss();
  }
  CHECK_FALSE(std::filesystem::exists(folder / "cache"));
}

TEST_CASE("no byte of an entry can be lost or changed unnoticed") {
  const test::TemporaryFolder folder;
  const std::string payload = "the payload of an entry, which must come back as it was or not at all";
  REQUIRE(Store(settings_in(folder.path())).put(EntryKind::k_artifact, k_store_key, payload));
  const std::string path = path_of(folder.path(), k_store_key, "artifact");
  const std::string good = read_file(path).value();
  const auto is_missed = [&](const std::string& bytes) {
    if (!write_file_atomically(path, bytes)) return false;
    std::filesystem::permissions(path, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    Store store(settings_in(folder.path()));
    const bool is_missed_once = !store.get(EntryKind::k_artifact, k_store_key);
    return is_missed_once && !std::filesystem::exists(path) && !store.trouble().empty();
  };
  CHECK_FALSE(is_missed(good));
  for (std::size_t size = 0; size < good.size(); ++size) CHECK(is_missed(good.substr(0, size)));
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const int change : {1, 0x20, 0x80, 0xff}) {
      std::string bad = good;
      bad[at] = static_cast<char>(bad[at] ^ change);
      CHECK(is_missed(bad));
    }
  }
  CHECK(is_missed(good + '\0'));
  CHECK(is_missed(good + good));
}

TEST_CASE("an entry in another's place is a miss") {
  const test::TemporaryFolder folder;
  const std::string other = sha256_hex("another key");
  Store store(settings_in(folder.path()));
  REQUIRE(store.put(EntryKind::k_artifact, k_store_key, "one"));
  REQUIRE(store.put(EntryKind::k_artifact, other, "two"));
  REQUIRE(store.put(EntryKind::k_action, k_store_key, "three"));
  std::filesystem::rename(path_of(folder.path(), other, "artifact"), path_of(folder.path(), k_store_key, "artifact"));
  CHECK_FALSE(store.get(EntryKind::k_artifact, k_store_key));
  std::filesystem::rename(path_of(folder.path(), k_store_key, "action"),
                          path_of(folder.path(), k_store_key, "artifact"));
  CHECK_FALSE(store.get(EntryKind::k_artifact, k_store_key));
}

TEST_CASE("an entry that claims to be enormous asks for no memory") {
  const test::TemporaryFolder folder;
  Store store(settings_in(folder.path()));
  REQUIRE(store.put(EntryKind::k_artifact, k_store_key, "one"));
  std::filesystem::resize_file(path_of(folder.path(), k_store_key, "artifact"), std::uintmax_t{1} << 40U);
  CHECK_FALSE(store.get(EntryKind::k_artifact, k_store_key));
}
