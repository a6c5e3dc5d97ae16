// Folders that are not as a store would make them: of other users, shared, read-only, full, gone, no folders at all.
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "cache_samples.h"
#include "catch_all.h"
#include "clc/cache/admin.h"
#include "in_child.h"
#include "run_process.h"
#include "skip.h"

using namespace clc;
using namespace clc::cache;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr EntryKind k_folder_kind = EntryKind::k_artifact;
constexpr uid_t k_alice = 20001;
constexpr uid_t k_bob = 20002;
constexpr gid_t k_team = 20100;
const std::string k_key = test::sample_key(1);
const std::string k_payload = test::sample_payload(k_key, 5000, 1);

bool put(const Settings& settings, const std::string& key = k_key) {
  return Store(settings).put(k_folder_kind, key, test::sample_payload(key, 5000, 1));
}

bool put(const std::string& folder, const std::string& key = k_key) {
  return put(test::cache_settings(folder), key);
}

bool hits(const Settings& settings, const std::string& key = k_key) {
  return Store(settings).get(k_folder_kind, key) == test::sample_payload(key, 5000, 1);
}

bool hits(const std::string& folder, const std::string& key = k_key) {
  return hits(test::cache_settings(folder), key);
}

// Neither hits nor stores, and says why.
std::string refusal(const Settings& settings) {
  Store store(settings);
  const bool is_refused = !store.get(k_folder_kind, k_key) && !store.put(k_folder_kind, k_key, k_payload);
  return is_refused && !store.is_enabled() ? store.trouble() : "not refused";
}

std::string refusal(const std::string& folder) {
  return refusal(test::cache_settings(folder));
}

// Shared by the members of k_team.
Settings team_settings(const std::string& folder) {
  Settings settings = test::cache_settings(folder);
  settings.group = k_team;
  return settings;
}

bool is_root(const std::string& what) {
  if (::geteuid() == 0) return true;
  test::skip(what, "only root can change owners");
  return false;
}

void change_mode(const std::string& path, mode_t mode) {
  REQUIRE(::chmod(path.c_str(), mode) == 0);
}

mode_t mode_of(const std::string& path) {
  struct stat status{};
  ::stat(path.c_str(), &status);
  return status.st_mode & 07777;
}

}  // namespace

TEST_CASE("what a store makes is for its user only, whatever the umask is") {
  const test::TemporaryFolder folder;
  const std::string cache = folder / "a/b";
  const mode_t before = ::umask(0);
  CHECK(put(cache));
  ::umask(before);
  CHECK(mode_of(folder / "a") == 0700);
  CHECK(mode_of(cache) == 0700);
  CHECK((mode_of(cache + "/v1") & 0777) == 0700);  // setgid is inherited
  CHECK(mode_of(cache + "/v1/" + k_key.substr(0, 2)) == 0700);
  CHECK(mode_of(test::entry_file(cache, k_folder_kind, k_key)) == 0600);
  CHECK(mode_of(cache + "/v1/counters") == 0600);
}

TEST_CASE("a file or a dangling link in the folder's place is no cache") {
  const test::TemporaryFolder folder;
  REQUIRE(write_file_atomically(folder / "file", "text"));
  CHECK_THAT(refusal(folder / "file"), ContainsSubstring("Not a directory"));
  CHECK_THAT(refusal(folder / "file/below"), ContainsSubstring("Not a directory"));
  CHECK(read_file(folder / "file").value() == "text");
  std::filesystem::create_symlink(folder / "nowhere", folder / "link");
  CHECK_FALSE(put(folder / "link"));
  CHECK_FALSE(put(folder / "link/below"));
  CHECK_FALSE(hits(folder / "link"));
  std::filesystem::create_directory(folder / "cache");
  REQUIRE(write_file_atomically(folder / "cache/v1", "text"));
  CHECK_THAT(refusal(folder / "cache"), ContainsSubstring("v1: Not a directory"));
}

TEST_CASE("a link to a folder is a cache; a link inside of it is not followed") {
  const test::TemporaryFolder folder;
  std::filesystem::create_directory(folder / "real");
  std::filesystem::create_directory_symlink("real", folder / "link");
  CHECK(put(folder / "link"));
  CHECK(hits(folder / "real"));

  const std::string file = test::entry_file(folder / "real", k_folder_kind, k_key);
  std::filesystem::rename(file, folder / "elsewhere");
  std::filesystem::create_symlink(folder / "elsewhere", file);
  CHECK_FALSE(hits(folder / "real"));
  CHECK_FALSE(std::filesystem::exists(std::filesystem::symlink_status(file)));  // moved away
  CHECK(put(folder / "real"));
  CHECK(hits(folder / "real"));

  std::filesystem::rename(folder / "real/v1", folder / "v1");
  std::filesystem::create_directory_symlink(folder / "v1", folder / "real/v1");
  CHECK_THAT(refusal(folder / "real"), ContainsSubstring("v1"));
}

TEST_CASE("what is no file in an entry's place is a miss, and moved away") {
  const test::TemporaryFolder folder;
  REQUIRE(put(folder.path()));
  const std::string file = test::entry_file(folder.path(), k_folder_kind, k_key);
  std::filesystem::remove(file);
  SECTION("a folder") {
    std::filesystem::create_directory(file);
  }
  SECTION("a pipe") {
    REQUIRE(::mkfifo(file.c_str(), 0600) == 0);
  }
  SECTION("a socket") {
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM, 0);
    struct sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string name = folder / "s";
    name.copy(address.sun_path, sizeof address.sun_path - 1);
    REQUIRE(::bind(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    ::close(descriptor);
    std::filesystem::rename(name, file);
  }
  CHECK_FALSE(hits(folder.path()));
  // A socket cannot even be opened: it is replaced.
  CHECK(put(folder.path()));
  CHECK(hits(folder.path()));
}

TEST_CASE("a file in the place of a fan-out folder costs those entries only") {
  const test::TemporaryFolder folder;
  REQUIRE(put(folder.path()));
  const std::string fan_out = folder.path() + "/v1/" + k_key.substr(0, 2);
  std::filesystem::remove_all(fan_out);
  REQUIRE(write_file_atomically(fan_out, "text"));
  CHECK_FALSE(hits(folder.path()));
  CHECK_FALSE(put(folder.path()));
  CHECK(put(folder.path(), test::sample_key(2)));
  CHECK(hits(folder.path(), test::sample_key(2)));
  CHECK(stats(test::cache_settings(folder.path())).counters.errors == 2);
}

TEST_CASE("an entry that others could have written is a miss") {
  const test::TemporaryFolder folder;
  const std::string file = test::entry_file(folder.path(), k_folder_kind, k_key);
  for (const mode_t mode : {0620, 0602, 0666}) {
    REQUIRE(put(folder.path()));
    CHECK(hits(folder.path()));
    change_mode(file, mode);
    CHECK_FALSE(hits(folder.path()));
    CHECK_FALSE(std::filesystem::exists(file));
  }
  REQUIRE(put(folder.path()));
  change_mode(file, 0644);
  CHECK(hits(folder.path()));
  change_mode(folder.path() + "/v1", 0777);
  CHECK_THAT(refusal(folder.path()), ContainsSubstring("mode 0777"));
}

TEST_CASE("nothing of another user is believed") {
  if (!is_root("caches of other users")) return;
  const test::TemporaryFolder folder;
  REQUIRE(put(folder.path()));
  const auto give_to = [](const std::string& path, uid_t user) { REQUIRE(::lchown(path.c_str(), user, user) == 0); };
  give_to(folder.path(), k_alice);
  CHECK_THAT(refusal(folder.path()), ContainsSubstring("belongs to user 20001"));
  CHECK_THAT(stats(test::cache_settings(folder.path())).trouble, ContainsSubstring("belongs to user 20001"));
  CHECK_FALSE(clear(test::cache_settings(folder.path())));
  give_to(folder.path(), 0);
  give_to(folder.path() + "/v1", k_alice);
  CHECK_THAT(refusal(folder.path()), ContainsSubstring("v1"));
  give_to(folder.path() + "/v1", 0);
  CHECK(hits(folder.path()));
  give_to(test::entry_file(folder.path(), k_folder_kind, k_key), k_alice);
  CHECK_FALSE(hits(folder.path()));
  CHECK(put(folder.path()));
  CHECK(hits(folder.path()));
}

TEST_CASE("a cache that root made for all to read hits, and is not written") {
  if (!is_root("a cache of root's")) return;
  const test::TemporaryFolder folder;
  change_mode(folder.path(), 0755);
  const std::string cache = folder / "cache";
  REQUIRE(put(cache));
  for (const char* part : {"", "/v1"}) change_mode(cache + part, 0755);
  change_mode(cache + "/v1/" + k_key.substr(0, 2), 0755);
  change_mode(test::entry_file(cache, k_folder_kind, k_key), 0644);
  CHECK(test::in_child([&] {
          if (!test::becomes(k_alice, k_alice)) return 2;
          Store store(test::cache_settings(cache));
          if (store.get(k_folder_kind, k_key) != k_payload || store.put(k_folder_kind, test::sample_key(2), "x"))
            return 1;
          return store.is_enabled() && !store.trouble().empty() ? 0 : 1;
        }) == 0);
}

TEST_CASE("a folder that was given to a group is shared by its members when the settings name the group") {
  if (!is_root("a shared cache")) return;
  const test::TemporaryFolder folder;
  change_mode(folder.path(), 0755);
  const std::string path = folder / "cache";
  const Settings cache = team_settings(path);
  std::filesystem::create_directory(path);
  REQUIRE(::chown(path.c_str(), 0, k_team) == 0);
  change_mode(path, 02770);
  const auto as = [](uid_t user, const std::function<bool()>& work) {
    return test::in_child([&] {
             ::umask(077);
             return test::becomes(user, k_team) && work() ? 0 : 1;
           }) == 0;
  };
  CHECK(as(k_alice, [&] { return put(cache); }));
  CHECK(as(k_bob, [&] { return hits(cache) && put(cache) && put(cache, test::sample_key(2)); }));
  CHECK(as(k_alice, [&] { return hits(cache) && hits(cache, test::sample_key(2)); }));
  // Renews the time of another member's file.
  test::shift_time(test::entry_file(path, k_folder_kind, test::sample_key(2)), -86400);
  CHECK(as(k_alice, [&] { return hits(cache, test::sample_key(2)); }));
  struct stat status{};
  REQUIRE(::stat(test::entry_file(path, k_folder_kind, test::sample_key(2)).c_str(), &status) == 0);
  CHECK(status.st_uid == k_bob);
  CHECK(status.st_mtime > ::time(nullptr) - 3600);
  CHECK(as(k_alice, [&] { return prune(cache, 1).value().removed.files == 2; }));
  CHECK(stats(cache).counters.stored == 3);

  // A stranger gets nothing, and what has another group is not believed.
  CHECK(test::in_child([&] { return test::becomes(k_alice, k_alice) && !put(cache) ? 0 : 1; }) == 0);
  CHECK(as(k_alice, [&] { return put(cache); }));
  REQUIRE(::chown(test::entry_file(path, k_folder_kind, k_key).c_str(), k_alice, k_alice) == 0);
  CHECK_FALSE(hits(cache));
  CHECK(as(k_alice, [&] { return put(cache); }));
  change_mode(test::entry_file(path, k_folder_kind, k_key), 0662);
  CHECK_FALSE(hits(cache));

  // One that a colleague owns was not made on purpose by anybody whom we trust.
  REQUIRE(::chown(path.c_str(), k_bob, k_team) == 0);
  change_mode(path, 02770);
  CHECK(as(k_alice, [&] { return refusal(cache).find("belongs to user 20002") != std::string::npos; }));
  CHECK(as(k_bob, [&] { return put(cache) && hits(cache); }));
}

TEST_CASE("a folder that looks like a group's is not shared unless the settings name that group") {
  if (!is_root("a folder that looks shared")) return;
  const test::TemporaryFolder folder;
  change_mode(folder.path(), 0755);
  const std::string path = folder / "cache";
  const auto give_to_team = [](const std::string& part, mode_t mode) {
    REQUIRE(::chown(part.c_str(), 0, k_team) == 0);
    change_mode(part, mode);
  };
  // As under umask 002 in a set-group-ID tree.
  std::filesystem::create_directory(path);
  give_to_team(path, 02775);
  REQUIRE(put(path));
  CHECK((mode_of(path + "/v1") & 0777) == 0700);
  CHECK(mode_of(test::entry_file(path, k_folder_kind, k_key)) == 0600);
  CHECK(test::in_child([&] { return test::becomes(k_bob, k_team) && !put(path) && !hits(path) ? 0 : 1; }) == 0);

  // A member of the group puts a folder of his own into its place.
  give_to_team(path + "/v1", 02770);
  CHECK_THAT(refusal(path), ContainsSubstring("mode 2770") && ContainsSubstring("CLC_CACHE_GROUP"));
  REQUIRE(::chown((path + "/v1").c_str(), k_bob, k_team) == 0);
  CHECK_THAT(refusal(path), ContainsSubstring("belongs to user 20002"));

  const Settings asked = team_settings(path);
  CHECK(put(asked));
  Settings other = asked;
  other.group = k_team + 1;
  CHECK_THAT(refusal(other), ContainsSubstring("not that group's"));
  change_mode(path, 0700);
  CHECK_THAT(refusal(asked), ContainsSubstring("install -d -m 2770 -g 20100 " + path));
  CHECK_THAT(refusal(team_settings(folder / "absent")), ContainsSubstring("is not there"));
  CHECK_FALSE(std::filesystem::exists(folder / "absent"));
}

TEST_CASE("a folder that everybody may write is shared with nobody") {
  if (!is_root("a folder for all")) return;
  const test::TemporaryFolder folder;
  change_mode(folder.path(), 0755);
  const std::string cache = folder / "cache";
  std::filesystem::create_directory(cache);
  change_mode(cache, 03777);
  CHECK(test::in_child([&] { return test::becomes(k_alice, k_team) && put(cache) && hits(cache) ? 0 : 1; }) == 0);
  CHECK((mode_of(cache + "/v1") & 0777) == 0700);  // setgid is inherited
  CHECK(test::in_child([&] {
          return test::becomes(k_bob, k_team) && refusal(cache).find("Permission denied") != std::string::npos ? 0 : 1;
        }) == 0);
}

TEST_CASE("a read-only cache hits, and stores nothing") {
  const test::TemporaryFolder folder;
  REQUIRE(put(folder.path()));
  const int code = test::in_child([&] {
    const char* path = folder.path().c_str();
    if (!test::has_own_mounts() || ::mount(path, path, nullptr, MS_BIND, nullptr) != 0 ||
        ::mount(nullptr, path, nullptr, MS_BIND | MS_REMOUNT | MS_RDONLY, nullptr) != 0) {
      return 2;
    }
    Store store(test::cache_settings(folder.path()));
    store.count_hit();
    if (store.get(k_folder_kind, k_key) != k_payload || store.put(k_folder_kind, test::sample_key(2), "x")) return 1;
    const std::string trouble = stats(test::cache_settings(folder.path())).trouble;
    if (trouble.find("Read-only") == std::string::npos) return 1;
    return store.trouble().find("Read-only file system") != std::string::npos ? 0 : 1;
  });
  if (code == 2) return test::skip("a read-only cache", "mounting is not permitted");
  CHECK(code == 0);
  CHECK(hits(folder.path()));
}

TEST_CASE("a full disk stores nothing and keeps no rubbish; what is there still hits") {
  const test::TemporaryFolder folder;
  const int code = test::in_child([&] {
    if (!test::has_own_mounts() || ::mount("none", folder.path().c_str(), "tmpfs", 0, "size=300k") != 0) return 2;
    Store store(test::cache_settings(folder / "cache"));
    int stored = 0;
    while (stored < 100) {
      const std::string key = test::sample_key(stored);
      if (!store.put(k_folder_kind, key, test::sample_payload(key, 20000, 1))) break;
      ++stored;
    }
    if (stored < 5 || stored == 100 || store.trouble().find("No space left") == std::string::npos) return 1;
    for (int number = 0; number < 100; ++number) {
      const std::string key = test::sample_key(number);
      if (store.get(k_folder_kind, key).has_value() != (number < stored)) return 3;
    }
    const Stats after = stats(test::cache_settings(folder / "cache"));
    if (after.temporary.files != 0 || after.damaged.files != 0) return 4;
    // Room again.
    if (prune(test::cache_settings(folder / "cache"), 50000).value().removed.files == 0) return 5;
    return store.put(k_folder_kind, k_key, k_payload) ? 0 : 6;
  });
  if (code == 2) return test::skip("a full disk", "mounting is not permitted");
  CHECK(code == 0);
}

TEST_CASE("a limit on the size of files is kept without a signal") {
  const test::TemporaryFolder folder;
  for (const rlim_t limit : {rlim_t{0}, rlim_t{100}, rlim_t{4000}, rlim_t{2} << 20U}) {
    CHECK(test::in_child([&] {
            const struct rlimit limits = {limit, limit};
            if (::setrlimit(RLIMIT_FSIZE, &limits) != 0) return 2;
            Store store(test::cache_settings(folder / std::to_string(limit)));
            const bool is_stored = store.put(k_folder_kind, k_key, k_payload);
            if (store.put(k_folder_kind, test::sample_key(2), std::string(3U << 20U, 'x'))) return 1;
            return is_stored == (limit > 5000) ? 0 : 1;
          }) == 0);
  }
}

TEST_CASE("counters keep a limit on the size of files, too") {
  const test::TemporaryFolder folder;
  CHECK(test::in_child([&] {
          const struct rlimit limits = {300, 300};
          if (::setrlimit(RLIMIT_FSIZE, &limits) != 0) return 2;
          for (int i = 0; i < 30; ++i) {
            Store store(test::cache_settings(folder.path()));
            store.count_miss();
            if (!store.put(k_folder_kind, k_key, "small")) return 1;
          }
          return 0;
        }) == 0);
}

TEST_CASE("a cache that is removed or cleared while it is open goes on") {
  const test::TemporaryFolder folder;
  const std::string cache = folder / "cache";
  Store store(test::cache_settings(cache));
  REQUIRE(store.put(k_folder_kind, k_key, k_payload));
  std::filesystem::remove_all(cache);
  CHECK_FALSE(store.get(k_folder_kind, k_key));
  CHECK(store.put(k_folder_kind, k_key, k_payload));
  CHECK(store.get(k_folder_kind, k_key) == k_payload);
  REQUIRE(clear(test::cache_settings(cache)));
  CHECK_FALSE(store.get(k_folder_kind, k_key));
  CHECK(store.put(k_folder_kind, k_key, k_payload));
  CHECK(hits(cache));
  CHECK(store.trouble().empty());
}
