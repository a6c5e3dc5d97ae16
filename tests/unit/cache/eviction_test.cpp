// The limit, who goes first, what dead writers left, clocks, and the counters.
#include "cache_samples.h"
#include "catch_all.h"
#include "clc/cache/admin.h"
#include "run_process.h"

using namespace clc;
using namespace clc::cache;

namespace {

constexpr EntryKind k_kind = EntryKind::k_artifact;
constexpr std::size_t k_size = 6000;  // 8K on the disk
constexpr std::uint64_t k_on_disk = 8192;
constexpr std::int64_t k_day = 86400;

bool put(Store& store, int number) {
  const std::string key = test::sample_key(number);
  return store.put(k_kind, key, test::sample_payload(key, k_size, 1));
}

void fill(const std::string& folder, int count) {
  Store store(test::cache_settings(folder));
  for (int number = 0; number < count; ++number) REQUIRE(put(store, number));
}

std::string file_of(const std::string& folder, int number) {
  return test::entry_file(folder, k_kind, test::sample_key(number));
}

std::vector<int> left_in(const std::string& folder, int count) {
  std::vector<int> left;
  for (int number = 0; number < count; ++number) {
    if (std::filesystem::exists(file_of(folder, number))) left.push_back(number);
  }
  return left;
}

}  // namespace

TEST_CASE("pruning removes the least recently used, down to the limit") {
  const test::TemporaryFolder folder;
  fill(folder.path(), 10);
  const int ages[] = {5, 1, 9, 3, 7, 2, 8, 4, 10, 6};  // days
  for (int number = 0; number < 10; ++number) test::shift_time(file_of(folder.path(), number), -ages[number] * k_day);
  const Pruned pruned = prune(test::cache_settings(folder.path()), 4 * k_on_disk + 100).value();
  CHECK(pruned.removed.files == 6);
  CHECK(pruned.removed.bytes == 6 * k_on_disk);
  CHECK(pruned.left.files == 4);
  CHECK(left_in(folder.path(), 10) == std::vector<int>{1, 3, 5, 7});
  const Stats after = stats(test::cache_settings(folder.path()));
  CHECK(after.entries.files == 4);
  CHECK(after.counters.evicted == 6);
  CHECK(after.counters.evicted_bytes == 6 * k_on_disk);
  CHECK(prune(test::cache_settings(folder.path()), 4 * k_on_disk).value().removed.files == 0);
  CHECK(prune(test::cache_settings(folder.path()), 1).value().left.files == 0);
}

TEST_CASE("a hit makes an entry recent, once in a while") {
  const test::TemporaryFolder folder;
  fill(folder.path(), 3);
  test::shift_time(file_of(folder.path(), 0), -2 * k_day);
  test::shift_time(file_of(folder.path(), 1), -1 * k_day);
  test::shift_time(file_of(folder.path(), 2), -600);
  const auto changed = [&](int number) { return std::filesystem::last_write_time(file_of(folder.path(), number)); };
  const auto before = changed(2);
  Store store(test::cache_settings(folder.path()));
  CHECK(store.get(k_kind, test::sample_key(0)));
  CHECK(store.get(k_kind, test::sample_key(2)));
  CHECK(changed(2) == before);  // recent enough: not worth a write
  CHECK(changed(0) > before);
  CHECK(prune(test::cache_settings(folder.path()), 2 * k_on_disk));
  CHECK(left_in(folder.path(), 3) == std::vector<int>{0, 2});
}

TEST_CASE("storing keeps the cache below its limit, and the recent entries in it") {
  const test::TemporaryFolder folder;
  const std::uint64_t limit = 20 * k_on_disk;
  for (int number = 0; number < 100; ++number) {
    Store store(test::cache_settings(folder.path(), limit));
    REQUIRE(put(store, number));
  }
  const Stats after = stats(test::cache_settings(folder.path()));
  CHECK(after.entries.bytes <= limit);
  CHECK(after.entries.files >= 15);
  CHECK(after.counters.stored == 100);
  CHECK(after.counters.evicted == 100 - after.entries.files);
  const std::vector<int> left = left_in(folder.path(), 100);
  CHECK(left.front() == 100 - static_cast<int>(left.size()));  // the last ones
}

TEST_CASE("making room makes a tenth of it, so that not everybody has to") {
  const test::TemporaryFolder folder;
  fill(folder.path(), 30);
  {
    Store store(test::cache_settings(folder.path(), 20 * k_on_disk));
    REQUIRE(put(store, 30));
  }
  CHECK(stats(test::cache_settings(folder.path())).entries.files == 18);
}

TEST_CASE("a process that stores much keeps the limit, too") {
  const test::TemporaryFolder folder;
  const std::uint64_t limit = 64 * k_on_disk;
  Store store(test::cache_settings(folder.path(), limit));
  std::uint64_t most = 0;
  for (int number = 0; number < 300; ++number) {
    REQUIRE(put(store, number));
    if (number % 10 == 0) most = std::max(most, stats(test::cache_settings(folder.path())).entries.bytes);
  }
  CHECK(most <= limit + limit / 16 + k_on_disk);
  CHECK(most > limit / 2);
}

TEST_CASE("what is larger than the limit is not stored") {
  const test::TemporaryFolder folder;
  Store store(test::cache_settings(folder.path(), 10000));
  CHECK_FALSE(store.put(k_kind, test::sample_key(1), std::string(10000, 'x')));
  CHECK(store.put(k_kind, test::sample_key(1), std::string(8000, 'x')));
  CHECK(store.trouble().empty());
}

TEST_CASE("a large cache is looked through in parts") {
  const test::TemporaryFolder folder;
  const std::uint64_t limit = std::uint64_t{2} << 30U;  // four parts
  const auto store_something = [&] {
    return Store(test::cache_settings(folder.path(), limit)).put(k_kind, test::sample_key(1000), "x");
  };
  // Entries are made large by a hole.
  const auto make_large = [&](int number, std::uintmax_t size) {
    std::filesystem::resize_file(file_of(folder.path(), number), size << 20U);
    test::shift_time(file_of(folder.path(), number), number - k_day);
  };
  const auto write_ledger = [&](const std::string& bytes, const std::string& counted_at) {
    REQUIRE(write_file_atomically(folder.path() + "/v1/counters",
                                  "0 0 0 0 0 0 0 0 " + bytes + " 0 " + counted_at + " 0\n"));
    std::filesystem::remove(folder.path() + "/v1/counters.log");
  };
  const std::string today = std::to_string(::time(nullptr)) + "000000000";
  fill(folder.path(), 160);

  SECTION("the old ones go in every part") {
    for (int number = 0; number < 160; ++number) make_large(number, 32);
    write_ledger("5368709120", today);
    CHECK(store_something());
    const Stats after = stats(test::cache_settings(folder.path()));
    CHECK(after.entries.bytes <= limit);
    CHECK(after.entries.bytes >= limit / 2);
    CHECK(left_in(folder.path(), 60).size() < 10);
  }
  SECTION("a part that is larger than its share keeps it while the whole has room") {
    make_large(7, 1000);
    write_ledger("1050000000", today);
    CHECK(store_something());
    CHECK(left_in(folder.path(), 160).size() == 160);
  }
  SECTION("what was not added up is counted once a week") {
    for (int number = 0; number < 160; ++number) make_large(number, 32);
    write_ledger("0", today);
    CHECK(store_something());
    CHECK(store_something());
    CHECK(left_in(folder.path(), 160).size() == 160);
    write_ledger("0", "1");
    CHECK(store_something());
    CHECK(store_something());
    CHECK(stats(test::cache_settings(folder.path())).entries.bytes <= limit);
  }
}

TEST_CASE("a clock that was set back does not keep entries for ever") {
  const test::TemporaryFolder folder;
  fill(folder.path(), 6);
  for (const int number : {0, 1, 2}) test::shift_time(file_of(folder.path(), number), (number + 1) * 300 * k_day);
  test::shift_time(file_of(folder.path(), 3), -2 * k_day);
  test::shift_time(file_of(folder.path(), 4), -1 * k_day);
  SECTION("those of the future go first") {
    REQUIRE(prune(test::cache_settings(folder.path()), 4 * k_on_disk));
    CHECK(left_in(folder.path(), 6) == std::vector<int>{2, 3, 4, 5});
    REQUIRE(prune(test::cache_settings(folder.path()), 2 * k_on_disk));
    CHECK(left_in(folder.path(), 6) == std::vector<int>{4, 5});
  }
  SECTION("unless they are used now") {
    CHECK(Store(test::cache_settings(folder.path())).get(k_kind, test::sample_key(0)));
    REQUIRE(prune(test::cache_settings(folder.path()), 3 * k_on_disk));
    CHECK(left_in(folder.path(), 6) == std::vector<int>{0, 4, 5});
  }
  SECTION("times at the ends of what can be said") {
    for (const std::int64_t seconds : {std::int64_t{1} << 60U, -(std::int64_t{1} << 60U)}) {
      test::shift_time(file_of(folder.path(), 5), seconds);
      CHECK(Store(test::cache_settings(folder.path())).get(k_kind, test::sample_key(5)));
      test::shift_time(file_of(folder.path(), 5), seconds);
      CHECK(prune(test::cache_settings(folder.path()), 100 * k_on_disk).value().left.files == 6);
    }
  }
}

TEST_CASE("a look at the cache that is noted for the future is due again") {
  const test::TemporaryFolder folder;
  fill(folder.path(), 1);
  const std::string left = folder.path() + "/v1/.tmp-1-1";
  const auto store_something = [&] {
    Store store(test::cache_settings(folder.path()));
    return put(store, 0);
  };
  for (const char* looked_at : {"0", "1", "4000000000000000000", "18446744073709551615"}) {
    REQUIRE(write_file_atomically(left, "x"));
    test::shift_time(left, -k_day);
    std::string ledger = "0 0 0 0 0 0 0 0 0 " + std::string(looked_at) + " 1795195497308697394 0\n";
    REQUIRE(write_file_atomically(folder.path() + "/v1/counters", ledger));
    CHECK(store_something());
    CHECK_FALSE(std::filesystem::exists(left));
  }
  // And within the hour it is not.
  REQUIRE(write_file_atomically(left, "x"));
  test::shift_time(left, -k_day);
  CHECK(store_something());
  CHECK(std::filesystem::exists(left));
}

TEST_CASE("what dead writers left is swept, and only that") {
  const test::TemporaryFolder folder;
  fill(folder.path(), 1);
  const std::string fan_out = std::filesystem::path(file_of(folder.path(), 0)).parent_path();
  const std::map<std::string, std::pair<std::int64_t, bool>> files = {
      {fan_out + "/.tmp-1-1", {-k_day, false}},
      {fan_out + "/.tmp-1-2", {k_day, false}},  // a clock was set back
      {fan_out + "/.tmp-1-3", {-60, true}},     // its writer may be at work
      {fan_out + "/.tmp-1-4", {600, true}},     // on a host whose clock differs
      {folder.path() + "/v1/.tmp-1-5", {-k_day, false}},
      {fan_out + "/foreign", {-1000 * k_day, true}},
      {fan_out + "/foreign.artifact", {-1000 * k_day, true}},
      {folder.path() + "/v1/foreign", {-1000 * k_day, true}},
      {folder.path() + "/foreign", {-1000 * k_day, true}},
  };
  for (const auto& [path, what] : files) {
    REQUIRE(write_file_atomically(path, "x"));
    test::shift_time(path, what.first);
  }
  REQUIRE(prune(test::cache_settings(folder.path()), 100 * k_on_disk));
  for (const auto& [path, what] : files) {
    INFO(path);
    CHECK(std::filesystem::exists(path) == what.second);
  }
  CHECK(left_in(folder.path(), 1).size() == 1);
  REQUIRE(clear(test::cache_settings(folder.path())));
  CHECK(left_in(folder.path(), 1).empty());
  CHECK(std::filesystem::exists(fan_out + "/foreign.artifact"));
}

TEST_CASE("damaged entries are kept for a week, and make room first") {
  const test::TemporaryFolder folder;
  fill(folder.path(), 4);
  {
    Store store(test::cache_settings(folder.path()));
    store.quarantine(k_kind, test::sample_key(0));
    store.quarantine(k_kind, test::sample_key(1));
  }
  const auto damaged = [&](int number) {
    return folder.path() + "/v1/damaged/" + test::sample_key(number) + ".artifact";
  };
  test::shift_time(damaged(0), -8 * k_day);
  test::shift_time(file_of(folder.path(), 2), -100 * k_day);
  REQUIRE(prune(test::cache_settings(folder.path()), 100 * k_on_disk));
  CHECK_FALSE(std::filesystem::exists(damaged(0)));
  CHECK(std::filesystem::exists(damaged(1)));
  REQUIRE(prune(test::cache_settings(folder.path()), 2 * k_on_disk));
  CHECK_FALSE(std::filesystem::exists(damaged(1)));
  CHECK(left_in(folder.path(), 4) == std::vector<int>{2, 3});
}

TEST_CASE("somebody who died while making room stops nobody") {
  const test::TemporaryFolder folder;
  fill(folder.path(), 5);
  const std::string claim = folder.path() + "/v1/evicting";
  const auto is_evicting = [&](std::int64_t age) {
    REQUIRE(write_file_atomically(claim, ""));
    test::shift_time(claim, age);
    Store store(test::cache_settings(folder.path(), 3 * k_on_disk));
    REQUIRE(put(store, 0));
    return !std::filesystem::exists(claim) || stats(test::cache_settings(folder.path())).entries.files < 5;
  };
  CHECK_FALSE(is_evicting(0));
  CHECK(is_evicting(-3600));
  fill(folder.path(), 5);
  CHECK(is_evicting(3600));
}

TEST_CASE("counters add up over processes, and over folding") {
  const test::TemporaryFolder folder;
  fill(folder.path(), 1);
  for (int i = 0; i < 5000; ++i) {
    Store store(test::cache_settings(folder.path()));
    REQUIRE(store.get(k_kind, test::sample_key(0)));
    store.count_hit();
    if (i % 5 == 0) store.count_miss();
  }
  const Counters counters = stats(test::cache_settings(folder.path())).counters;
  CHECK(counters.hits == 5000);
  CHECK(counters.misses == 1000);
  CHECK(counters.stored == 1);
  CHECK(std::filesystem::file_size(folder.path() + "/v1/counters.log") < 10000);
}

TEST_CASE("no damage of the counters does harm") {
  const test::TemporaryFolder folder;
  fill(folder.path(), 2);
  const auto works = [&] {
    (void)stats(test::cache_settings(folder.path()));
    Store store(test::cache_settings(folder.path()));
    return put(store, 1) && store.get(k_kind, test::sample_key(0)).has_value();
  };
  const std::map<std::string, std::string> files = {
      {"counters", "12 3 2 16384 1 8192 1 1 16384 1795195497308697394 1795195497308697394 0\n"},
      {"counters.log", "1 0 0 0 0 0 0 0\n0 1 1 8192 0 0 0 0\n"}};
  for (const auto& [name, good] : files) {
    const std::string path = folder.path() + "/v1/" + name;
    for (std::size_t size = 0; size < good.size(); ++size) {
      REQUIRE(write_file_atomically(path, good.substr(0, size)));
      CHECK(works());
    }
    for (std::size_t at = 0; at < good.size(); ++at) {
      for (const char byte : {'9', ' ', '\n', '-', '\0', '\xff'}) {
        std::string bad = good;
        bad[at] = byte;
        REQUIRE(write_file_atomically(path, bad));
        CHECK(works());
      }
    }
    std::filesystem::remove(path);
    std::filesystem::create_directory(path);
    CHECK(works());
    std::filesystem::remove(path);
    CHECK(works());
  }
}
