// A process that uses a cache is killed between any two system calls, or any of them fails: nobody ever gets a wrong
// entry, nothing crashes, and the cache goes on to work.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <regex>

#include "cache_samples.h"
#include "catch_all.h"
#include "clc/cache/admin.h"
#include "clc/package/package.h"
#include "failing_calls.h"
#include "run_process.h"

using namespace clc;
using namespace clc::cache;
using test::Fault;

namespace {

constexpr EntryKind k_fault_kind = EntryKind::k_program;
constexpr std::uint64_t k_limit = 40 << 10;  // so little that the cycle below has to make room
enum Number { k_fresh, k_old, k_damaged, k_replaced, k_dubious, k_count };

// Everything that a process does with a cache. 0, or 1 when it got what is wrong.
int use_cache(const std::string& folder) {
  Store store(test::cache_settings(folder, k_limit));
  for (int number = 0; number < k_count; ++number) {
    if (!test::is_right_or_nothing(store, k_fault_kind, test::sample_key(number))) return 1;
  }
  store.put(k_fault_kind, test::sample_key(k_fresh), test::sample_payload(test::sample_key(k_fresh), 9000, 2));
  store.put(k_fault_kind, test::sample_key(k_replaced), test::sample_payload(test::sample_key(k_replaced), 5000, 2));
  store.quarantine(k_fault_kind, test::sample_key(k_dubious));
  for (int number = 0; number < k_count; ++number) {
    if (!test::is_right_or_nothing(store, k_fault_kind, test::sample_key(number))) return 1;
  }
  store.count_hit();
  store.count_miss();
  return 0;
}

// A cache that has seen much: every branch of the cycle has something to do.
void make_used_cache(const std::string& folder) {
  {
    Store store(test::cache_settings(folder));
    for (int number = k_old; number < k_count + 3; ++number) {
      const std::string key = test::sample_key(number);
      if (!store.put(k_fault_kind, key, test::sample_payload(key, 7000, 1))) std::abort();
    }
  }
  test::shift_time(test::entry_file(folder, k_fault_kind, test::sample_key(k_old)), -7200);
  const std::string damaged = test::entry_file(folder, k_fault_kind, test::sample_key(k_damaged));
  std::fstream(damaged, std::ios::in | std::ios::out | std::ios::binary).seekp(500).put('!');
  std::ofstream(folder + "/v1/00-foreign") << "not ours";
  std::filesystem::create_directory(folder + "/v1/00");
  std::ofstream(folder + "/v1/00/.tmp-1-1") << "left by a dead writer";
  test::shift_time(folder + "/v1/00/.tmp-1-1", -86400);
  std::ofstream(folder + "/v1/evicting") << "left by a dead one, too";
  test::shift_time(folder + "/v1/evicting", -86400);
  std::ofstream log(folder + "/v1/counters.log", std::ios::app);
  for (int line = 0; line < 2100; ++line) log << "1 0 0 0 0 0 0 0\n";
}

struct Ended {
  bool is_killed = false;
  int exit_code = -1;
  long calls = 0;
  std::string hit;
};

// The cycle in a process of its own, with a fault.
Ended use_cache_with(const std::string& folder, const Fault& fault) {
  int results[2];
  if (::pipe(results) != 0) std::abort();
  const pid_t child = ::fork();
  if (child == 0) {
    test::arm(fault);
    const int code = use_cache(folder);
    const std::string text = std::to_string(test::disarm()) + " " + test::hit_call();
    (void)!::write(results[1], text.data(), text.size());
    ::_exit(code);
  }
  ::close(results[1]);
  char text[100] = {};
  const ssize_t size = ::read(results[0], text, sizeof text - 1);
  ::close(results[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  Ended ended;
  ended.is_killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
  ended.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  char* rest = text;
  if (size > 0) ended.calls = std::strtol(text, &rest, 10);
  if (*rest == ' ') ended.hit = rest + 1;
  return ended;
}

// Names that a store does not make; temporary files are counted.
std::vector<std::string> strange_files(const std::string& folder, int& temporary) {
  const std::regex known(
      "v1|v1/(CACHEDIR\\.TAG|counters|counters\\.log|evicting|damaged|[0-9a-f]{2}|00-foreign)|"
      "v1/[0-9a-f]{2}/[0-9a-f]{62}\\.program|v1/damaged/[0-9a-f]{64}\\.program");
  const std::regex unfinished("v1/([0-9a-f]{2}/|)\\.tmp-[0-9]+-[0-9]+");
  std::vector<std::string> strange;
  temporary = 0;
  if (!std::filesystem::exists(folder)) return strange;
  for (const auto& item : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string name = item.path().string().substr(folder.size() + 1);
    if (std::regex_match(name, unfinished)) {
      ++temporary;
    } else if (!std::regex_match(name, known)) {
      strange.push_back(name);
    }
  }
  return strange;
}

// Checks what somebody finds who comes after the fault.
void check_afterwards(const std::string& folder, bool may_leave_temporary) {
  int temporary = 0;
  CHECK(strange_files(folder, temporary).empty());
  if (!may_leave_temporary) CHECK(temporary <= 1);  // the planted one
  Store store(test::cache_settings(folder));
  for (int number = 0; number < k_count + 3; ++number) {
    CHECK(test::is_right_or_nothing(store, k_fault_kind, test::sample_key(number)));
  }
  const std::string key = test::sample_key(k_fresh);
  CHECK(store.put(k_fault_kind, key, test::sample_payload(key, 8000, 3)));
  CHECK(store.get(k_fault_kind, key) == test::sample_payload(key, 8000, 3));
  const Result<Verified> verified = verify(test::cache_settings(folder));
  REQUIRE(verified);
  CHECK(verified->damaged.empty());  // the planted one was moved away by a get above, at the latest
  CHECK(verified->sound.files >= 1);
}

// Repeats the cycle with the fault at each of its calls in turn, from a cache that `prepare` made.
void fault_everywhere(const Fault& kind, bool is_used) {
  const test::TemporaryFolder folder;
  const std::string start = folder / "start";
  if (is_used) make_used_cache(start);
  long faults = 0;
  for (long at = 1;; ++at) {
    const std::string cache = folder / "cache";
    std::filesystem::remove_all(cache);
    if (is_used) std::filesystem::copy(start, cache, std::filesystem::copy_options::recursive);
    if (is_used) {
      for (const char* file : {"/v1/00/.tmp-1-1", "/v1/evicting"}) test::shift_time(cache + file, -86400);
    }
    Fault fault = kind;
    fault.at = at;
    const Ended ended = use_cache_with(cache, fault);
    INFO("call " << at << " " << ended.hit << ", error " << kind.error << (kind.is_lasting ? " lasting" : ""));
    const bool is_over = !ended.is_killed && ended.hit.empty();
    const bool is_killing = kind.what == Fault::What::k_kill || kind.what == Fault::What::k_tear;
    if (!is_over) CHECK(ended.is_killed == is_killing);
    if (!ended.is_killed) CHECK(ended.exit_code == 0);
    check_afterwards(cache, ended.is_killed || kind.is_lasting || ended.hit == "unlinkat");
    if (is_over) break;
    ++faults;
  }
  // Far fewer would mean that the calls did not come here.
  CHECK(faults > (is_used ? 100 : 40));
}

}  // namespace

TEST_CASE("the cycle does what it should when nothing fails") {
  const test::TemporaryFolder folder;
  const std::string cache = folder / "cache";
  make_used_cache(cache);
  const Ended ended = use_cache_with(cache, {});
  CHECK(ended.exit_code == 0);
  CHECK(ended.calls > 100);
  const Stats after = stats(test::cache_settings(cache));
  CHECK(after.counters.hits == 2101);
  CHECK(after.counters.misses == 1);
  CHECK(after.counters.damaged == 2);
  CHECK(after.counters.errors == 0);
  CHECK(after.counters.evicted > 0);
  CHECK(after.entries.bytes <= k_limit);
  CHECK(after.temporary.files == 0);
  CHECK_FALSE(std::filesystem::exists(cache + "/v1/evicting"));
}

TEST_CASE("killed between any two calls") {
  fault_everywhere({Fault::What::k_kill, 0, false, 0}, false);
  fault_everywhere({Fault::What::k_kill, 0, false, 0}, true);
}

TEST_CASE("killed in the middle of any write") {
  fault_everywhere({Fault::What::k_tear, 0, false, 0}, true);
}

TEST_CASE("any read or write does half of what was asked") {
  fault_everywhere({Fault::What::k_half, 0, false, 0}, true);
}

TEST_CASE("any call fails once") {
  for (const int error : {EIO, ENOSPC, ESTALE, EACCES, EINTR}) {
    fault_everywhere({Fault::What::k_fail, error, false, 0}, error == EIO || error == ESTALE);
  }
}

TEST_CASE("all calls fail from any of them on") {
  for (const int error : {EIO, EDQUOT, ENOSPC, EROFS, ESTALE}) {
    fault_everywhere({Fault::What::k_fail, error, true, 0}, error == EDQUOT || error == ESTALE);
  }
}

TEST_CASE("a read or write that is interrupted is taken up again") {
  const test::TemporaryFolder folder;
  const std::string key = test::sample_key(k_fresh);
  const std::string payload = test::sample_payload(key, 9000, 1);
  int interrupted = 0;
  for (long at = 1;; ++at) {
    Store store(test::cache_settings(folder.path()));
    test::arm({Fault::What::k_fail, EINTR, false, at});
    const bool is_stored = store.put(k_fault_kind, key, payload);
    const std::optional<Bytes> got = store.get(k_fault_kind, key);
    const long calls = test::disarm();
    if (calls < at) break;
    if (test::hit_call() != "read" && test::hit_call() != "writev") continue;
    ++interrupted;
    CHECK(is_stored);
    CHECK(got == payload);
  }
  CHECK(interrupted >= 3);
}
