#include "kept/binary_cache_state.h"

namespace clc {
namespace {

using cache::EntryKind;

// The last byte of an entry: how many trials of a new binary did not end well, or that its binary, which stands before
// it, proved itself.
constexpr char k_no_trials = '0';
constexpr char k_proven = 'P';

}  // namespace

KeptBinary BinaryCache::State::find(const std::string& key) {
  KeptBinary kept;
  std::optional<Bytes> entry = store.get(EntryKind::k_program, key);
  if (!entry) return kept;
  const char mark = entry->empty() ? '\0' : entry->back();
  if (mark == k_proven && entry->size() > 1) {
    entry->pop_back();
    kept.binary = *std::move(entry);
  } else if (mark >= k_no_trials && mark <= k_no_trials + k_most_trials && entry->size() == 1) {
    kept.failed_trials = mark - k_no_trials;
  } else {
    store.quarantine(EntryKind::k_program, key);
  }
  return kept;
}

bool BinaryCache::State::write_failed_trials(const std::string& key, int failed_trials) {
  return store.put(EntryKind::k_program, key, std::string(1, static_cast<char>(k_no_trials + failed_trials)));
}

bool BinaryCache::State::keep(const std::string& key, BytesView binary) {
  Bytes entry;
  entry.reserve(binary.size() + 1);
  entry.append(binary).push_back(k_proven);
  return store.put(EntryKind::k_program, key, entry);
}

void BinaryCache::State::refuse(const std::string& key) {
  store.quarantine(EntryKind::k_program, key);
  count(&Counters::refused);
}

void BinaryCache::State::count(std::uint64_t Counters::* counter) {
  if (counter == &Counters::hits) store.count_hit();
  if (counter == &Counters::misses) store.count_miss();
  const std::lock_guard lock(mutex);
  ++(counters.*counter);
}

}  // namespace clc
