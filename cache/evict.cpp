#include "evict.h"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <vector>

#include "counters.h"
#include "scan.h"

namespace clc::cache {
namespace {

constexpr const char* k_claim_file = "evicting";
constexpr std::int64_t k_claim_lasts = 600 * k_second;  // a process that holds one longer has died
constexpr std::int64_t k_look_every = 3600 * k_second;
constexpr std::int64_t k_writing_lasts = 2 * 3600 * k_second;  // the writer of an older temporary file has died
constexpr std::int64_t k_damaged_lasts = 7 * 86400 * k_second;
constexpr std::int64_t k_count_every = 7 * 86400 * k_second;
constexpr std::uint64_t k_group_bytes = std::uint64_t{512} << 20U;
constexpr std::uint64_t k_no_limit = std::numeric_limits<std::uint64_t>::max();

// Times may lie in the future, because the clocks of hosts differ and can be set back.
bool are_further_apart(std::int64_t a, std::int64_t b, std::int64_t than) {
  return a - b > than || b - a > than;
}

// The right to make room, usually held by one process at a time. Two do no harm.
class Claim {
 public:
  explicit Claim(const Folder& folder) : folder_(folder), time_(now()) {
    for (int attempt = 0; attempt < 2 && !is_held_; ++attempt) {
      const FileDescriptor file(folder.create(k_claim_file, platform::FileUse::k_new));
      const int error = errno;
      platform::FileStatus status;
      if (file.is_open()) {
        is_held_ = true;
        if (platform::status_of(file.get(), status) == 0)
          time_ = changed_at(status);  // by the clock of the file system
      } else if (error != EEXIST) {
        return;  // the disk may be full, which is all the more reason to go on
      } else if (folder.place().status_of(k_claim_file, status) == 0) {
        is_busy_ = !are_further_apart(time_, changed_at(status), k_claim_lasts);
        if (is_busy_) return;
        (void)folder.place().remove(k_claim_file);
      }
    }
  }
  ~Claim() {
    if (is_held_) (void)folder_.place().remove(k_claim_file);
  }
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;

  bool is_busy() const { return is_busy_; }
  std::int64_t time() const { return time_; }

 private:
  const Folder& folder_;
  std::int64_t time_;
  bool is_held_ = false, is_busy_ = false;
};

// Makes room in folders `first` … `end` - 1: if they hold more than `limit` bytes they shrink to `goal`.
Pruned evict_from(const Folder& folder, unsigned first, unsigned end, std::uint64_t limit, std::uint64_t goal,
                  std::int64_t time) {
  struct Candidate {
    std::int64_t used_at;
    std::uint64_t bytes;
    std::string path;
  };
  std::vector<Candidate> candidates;
  Pruned pruned;
  for_each_file(folder, first, end, [&](FoundFile&& file) {
    const bool is_temporary = file.role == FoundFile::Role::k_temporary;
    const bool is_damaged = file.role == FoundFile::Role::k_damaged;
    if ((is_temporary && are_further_apart(time, file.used_at, k_writing_lasts)) ||
        (is_damaged && are_further_apart(time, file.used_at, k_damaged_lasts))) {
      (void)folder.place().remove(file.path);
      return;
    }
    if (is_temporary) return;
    // A time of use in the future comes from before the clock was set back.
    const bool goes_first = is_damaged || file.used_at > time + k_look_every;
    pruned.left.bytes += file.bytes;
    ++pruned.left.files;
    candidates.push_back({goes_first ? file.used_at - k_latest : file.used_at, file.bytes, std::move(file.path)});
  });
  if (pruned.left.bytes <= limit) return pruned;
  std::ranges::sort(candidates, {}, &Candidate::used_at);
  for (const Candidate& candidate : candidates) {
    if (pruned.left.bytes <= goal) break;
    const int error = folder.place().remove(candidate.path);
    if (error != 0 && error != ENOENT) continue;
    ++pruned.removed.files;
    --pruned.left.files;
    pruned.removed.bytes += candidate.bytes;
    pruned.left.bytes -= candidate.bytes;
  }
  return pruned;
}

void note(Ledger& ledger, const Pruned& pruned) {
  ledger.counters.evicted += pruned.removed.files;
  ledger.counters.evicted_bytes += pruned.removed.bytes;
  ledger.bytes -= std::min(ledger.bytes, pruned.removed.bytes);
}

// A power of two, so that all parts have equally many folders.
unsigned group_count(std::uint64_t max_bytes) {
  unsigned groups = 1;
  while (groups < k_fan_out_count && max_bytes / groups > k_group_bytes) groups *= 2;
  return groups;
}

}  // namespace

void evict_when_due(const Folder& folder, std::uint64_t max_bytes) {
  const Ledger known = read_ledger(folder);
  const bool is_large = known.bytes > max_bytes;
  if (!is_large && !are_further_apart(now(), known.looked_at, k_look_every)) return;
  const Claim claim(folder);
  if (claim.is_busy()) return;
  Ledger ledger = fold_log(folder);
  const bool counts_all = are_further_apart(now(), ledger.counted_at, k_count_every);
  const unsigned groups = group_count(max_bytes);
  const unsigned folders = k_fan_out_count / groups;
  std::uint64_t bytes_seen = 0;
  unsigned seen = 0;
  do {
    const unsigned first = static_cast<unsigned>(ledger.next_group % groups) * folders;
    const std::uint64_t limit = ledger.bytes > max_bytes ? max_bytes / groups : k_no_limit;
    const Pruned pruned = evict_from(folder, first, first + folders, limit, limit / 10 * 9, claim.time());
    note(ledger, pruned);
    ledger.next_group = (ledger.next_group + 1) % groups;
    bytes_seen += pruned.left.bytes;
    ++seen;
  } while (seen < groups && (counts_all || ledger.bytes > max_bytes));
  ledger.looked_at = now();
  if (seen == groups) {
    ledger.bytes = bytes_seen;
    ledger.counted_at = ledger.looked_at;
  }
  write_ledger(folder, ledger);
}

Pruned evict_to(const Folder& folder, std::uint64_t max_bytes) {
  const Claim claim(folder);  // goes on even when another process holds it
  Ledger ledger = fold_log(folder);
  const Pruned pruned = evict_from(folder, 0, k_fan_out_count, max_bytes, max_bytes, claim.time());
  note(ledger, pruned);
  ledger.bytes = pruned.left.bytes;
  ledger.looked_at = ledger.counted_at = now();
  write_ledger(folder, ledger);
  return pruned;
}

}  // namespace clc::cache
