#include "kept/binary_cache_state.h"

#include <algorithm>
#include <mutex>

namespace clc {
namespace {

using cache::EntryKind;

// The last byte of an entry, behind a binary that passed its trial.
constexpr char k_proven = 'P';
// The byte for 0 failed trials. The number is the only byte of a memo. It is not a part of the entry, because a process
// that is late with its trial would then overwrite the binary.
constexpr char k_no_trials = '0';

}  // namespace

KeptBinary BinaryCache::State::find(const std::string& key) {
  KeptBinary kept;
  std::optional<Bytes> entry = store.get(EntryKind::k_program, key);
  if (entry && entry->size() > 1 && entry->back() == k_proven) {
    entry->pop_back();
    kept.binary = *std::move(entry);
    return kept;
  }
  if (entry) store.quarantine(EntryKind::k_program, key);
  const std::optional<Bytes> trials = store.get(EntryKind::k_memo, key);
  if (trials && trials->size() == 1) kept.failed_trials = std::clamp(trials->front() - k_no_trials, 0, k_most_trials);
  return kept;
}

bool BinaryCache::State::write_failed_trials(const std::string& key, int failed_trials) {
  return store.put(EntryKind::k_memo, key, std::string(1, static_cast<char>(k_no_trials + failed_trials)));
}

bool BinaryCache::State::keep(const std::string& key, BytesView binary) {
  Bytes entry;
  entry.reserve(binary.size() + 1);
  entry.append(binary).push_back(k_proven);
  return store.put(EntryKind::k_program, key, entry);
}

void BinaryCache::State::refuse(const std::string& key) {
  store.quarantine(EntryKind::k_program, key);
  write_failed_trials(key, 0);
  count(&Counters::refused);
}

void BinaryCache::State::count(std::uint64_t Counters::* counter) {
  if (counter == &Counters::hits) store.count_hit();
  if (counter == &Counters::misses) store.count_miss();
  const std::lock_guard lock(mutex);
  ++(counters.*counter);
}

}  // namespace clc
