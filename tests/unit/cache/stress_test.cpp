// Many processes on one folder, killed at random: nobody gets what is wrong, nothing that was stored is lost, and what
// is left behind is whole.
#include <signal.h>
#include <sys/mman.h>

#include <atomic>
#include <chrono>
#include <random>
#include <thread>

#include "cache_samples.h"
#include "catch_all.h"
#include "clc/cache/admin.h"
#include "in_child.h"
#include "run_process.h"
#include "skip.h"

using namespace clc;
using namespace clc::cache;

namespace {

constexpr EntryKind k_stress_kind = EntryKind::k_program;
constexpr int k_most_keys = 256;
constexpr int k_least_kills = 15;  // on a machine that is busy otherwise

// Memory that all processes share.
struct Shared {
  std::atomic<int> wrong;
  std::atomic<int> hits;
  std::atomic<int> is_stored[k_most_keys];
};

class SharedMemory {
 public:
  SharedMemory() {
    void* const memory = ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) std::abort();
    shared_ = new (memory) Shared();
  }
  ~SharedMemory() { ::munmap(shared_, sizeof(Shared)); }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  Shared* operator->() const { return shared_; }
  Shared& operator*() const { return *shared_; }

 private:
  Shared* shared_;
};

struct Load {
  std::string folder;
  int keys = 1;
  std::uint64_t max_bytes = std::uint64_t{1} << 30U;
  bool does_quarantine = false;
};

void use(Store& store, const Load& load, Shared& shared, std::mt19937& random) {
  const int number = static_cast<int>(random() % static_cast<unsigned>(load.keys));
  const std::string key = test::sample_key(number);
  const unsigned what = random() % 100;
  if (what < 60) {
    const std::optional<Bytes> payload = store.get(k_stress_kind, key);
    if (payload) ++shared.hits;
    if (payload && !test::is_sample_of(key, *payload)) ++shared.wrong;
  } else if (what < 99 || !load.does_quarantine) {
    const std::string payload = test::sample_payload(key, random() % 60000, static_cast<int>(random() % 1000));
    if (store.put(k_stress_kind, key, payload)) shared.is_stored[number] = 1;
  } else {
    store.quarantine(k_stress_kind, key);
  }
}

[[noreturn]] void use_for_ever(const Load& load, Shared& shared, unsigned seed) {
  std::mt19937 random(seed);
  for (;;) {
    Store store(test::cache_settings(load.folder, load.max_bytes));
    for (int i = 0; i < 10; ++i) use(store, load, shared, random);
  }
}

pid_t start(const Load& load, Shared& shared, unsigned seed) {
  const pid_t child = ::fork();
  if (child == 0) use_for_ever(load, shared, seed);
  return child;
}

// How many processes were killed.
int run_processes(const Load& load, Shared& shared, int count, std::chrono::milliseconds time, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<pid_t> processes;
  for (int i = 0; i < count; ++i) processes.push_back(start(load, shared, static_cast<unsigned>(random())));
  const auto end = std::chrono::steady_clock::now() + time;
  int killed = 0;
  for (; killed < k_least_kills || std::chrono::steady_clock::now() < end; ++killed) {
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 8000));
    pid_t& process = processes[random() % processes.size()];
    ::kill(process, SIGKILL);
    ::waitpid(process, nullptr, 0);
    process = start(load, shared, static_cast<unsigned>(random()));
  }
  for (const pid_t process : processes) ::kill(process, SIGKILL);
  for (const pid_t process : processes) ::waitpid(process, nullptr, 0);
  return killed + count;
}

// Nothing wrong is in the folder, nothing is lost, and what the dead left goes away.
void check_folder(const Load& load, Shared& shared, int killed) {
  CHECK(shared.wrong == 0);
  CHECK(shared.hits > 0);
  const Settings settings = test::cache_settings(load.folder, load.max_bytes);
  const Result<Verified> verified = verify(settings);
  REQUIRE(verified);
  CHECK(verified->damaged.empty());
  const Stats before = stats(settings);
  CHECK(before.trouble.empty());
  CHECK(before.counters.errors == 0);
  CHECK(before.temporary.files <= static_cast<std::uint64_t>(killed));
  const bool keeps_all = load.max_bytes == Load().max_bytes && !load.does_quarantine;
  Store store(settings);
  for (int number = 0; number < load.keys; ++number) {
    const std::optional<Bytes> payload = store.get(k_stress_kind, test::sample_key(number));
    if (payload) CHECK(test::is_sample_of(test::sample_key(number), *payload));
    if (keeps_all && shared.is_stored[number]) CHECK(payload);
  }
  for (const auto& item : std::filesystem::recursive_directory_iterator(load.folder)) {
    if (item.path().filename().string().substr(0, 5) == ".tmp-") test::shift_time(item.path(), -86400);
  }
  const Pruned pruned = prune(settings, load.max_bytes).value();
  CHECK(pruned.left.bytes <= load.max_bytes);
  CHECK(stats(settings).temporary.files == 0);
}

}  // namespace

TEST_CASE("32 processes on one key", "[.][stress]") {
  const test::TemporaryFolder folder;
  const SharedMemory shared;
  const Load load = {folder / "cache", 1};
  check_folder(load, *shared, run_processes(load, *shared, 32, std::chrono::seconds(2), 1));
}

TEST_CASE("32 processes on many keys lose nothing", "[.][stress]") {
  const test::TemporaryFolder folder;
  const SharedMemory shared;
  const Load load = {folder / "cache", k_most_keys};
  check_folder(load, *shared, run_processes(load, *shared, 32, std::chrono::seconds(2), 2));
}

TEST_CASE("32 processes on a cache that is too small for them", "[.][stress]") {
  const test::TemporaryFolder folder;
  const SharedMemory shared;
  const Load load = {folder / "cache", k_most_keys, 1U << 20U, true};
  check_folder(load, *shared, run_processes(load, *shared, 32, std::chrono::seconds(3), 3));
  CHECK(stats(test::cache_settings(load.folder)).counters.evicted > 0);
}

TEST_CASE("two hosts, whose processes have the same numbers", "[.][stress]") {
  const test::TemporaryFolder folder;
  const SharedMemory shared;
  const Load load = {folder / "cache", 16};
  const auto as_host = [&](unsigned seed) {
    const pid_t host = ::fork();
    if (host != 0) return host;
    if (::unshare(CLONE_NEWPID | CLONE_NEWUTS) != 0) ::_exit(2);
    // The first child is process 1 of its host.
    ::_exit(test::in_child([&] {
      run_processes(load, *shared, 8, std::chrono::seconds(2), seed);
      return 0;
    }));
  };
  bool is_permitted = true;
  for (const pid_t host : {as_host(4), as_host(5)}) {
    int status = 0;
    ::waitpid(host, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 2) is_permitted = false;
    CHECK(WIFEXITED(status));
  }
  if (!is_permitted) return test::skip("two hosts on one cache", "name spaces for processes are not permitted");
  check_folder(load, *shared, 10000);
}

TEST_CASE("readers never wait for eviction, nor see its traces", "[.][stress]") {
  const test::TemporaryFolder folder;
  const Settings settings = test::cache_settings(folder / "cache", 512U << 10U);
  std::atomic<bool> is_over{false};
  std::atomic<int> wrong{0};
  std::atomic<int> hits{0};
  std::vector<std::thread> readers;
  for (int reader = 0; reader < 3; ++reader) {
    readers.emplace_back([&] {
      Store store(settings);
      for (int number = 0; !is_over; number = (number + 1) % 64) {
        const std::string key = test::sample_key(number);
        const std::optional<Bytes> payload = store.get(k_stress_kind, key);
        if (payload) ++hits;
        if (payload && !test::is_sample_of(key, *payload)) ++wrong;
      }
      if (!store.trouble().empty()) ++wrong;
    });
  }
  {
    Store store(settings);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(2);
    for (int number = 0; std::chrono::steady_clock::now() < end; number = (number + 1) % 64) {
      const std::string key = test::sample_key(number);
      if (!store.put(k_stress_kind, key, test::sample_payload(key, 20000, number))) ++wrong;
    }
  }
  is_over = true;
  for (std::thread& reader : readers) reader.join();
  CHECK(wrong == 0);
  CHECK(hits > 0);
  CHECK(stats(settings).counters.evicted > 10);
}

TEST_CASE("threads share a store", "[.][stress]") {
  const test::TemporaryFolder folder;
  Shared shared{};
  const Load load = {folder / "cache", 32, 256U << 10U, true};
  {
    Store store(test::cache_settings(load.folder, load.max_bytes));
    std::vector<std::thread> threads;
    for (unsigned seed = 0; seed < 8; ++seed) {
      threads.emplace_back([&, seed] {
        std::mt19937 random(seed);
        for (int i = 0; i < 300; ++i) {
          use(store, load, shared, random);
          store.count_hit();
          std::error_code ignored;
          if (i % 100 == 50 && seed == 0) std::filesystem::remove_all(load.folder, ignored);
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  CHECK(shared.wrong == 0);
  CHECK(verify(test::cache_settings(load.folder))->damaged.empty());
}
