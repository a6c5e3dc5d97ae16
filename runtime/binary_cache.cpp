#include "clc/runtime/binary_cache.h"

#include <filesystem>
#include <system_error>

#include "binary_cache_state.h"

namespace clc {
namespace {

using cache::EntryKind;

// The first byte of an entry; behind the second kind stands the binary.
constexpr char k_trials_from = '0';
constexpr char k_proven = 'P';

cache::Settings settings_for(const std::string& folder, std::uint64_t max_bytes) {
  cache::Settings settings;
  std::error_code error;
  // The process may change its folder later.
  if (!folder.empty()) settings.folder = std::filesystem::absolute(folder, error).string();
  settings.max_bytes = max_bytes;
  return settings;
}

}  // namespace

BinaryCache::BinaryCache() {
  Result<cache::Settings> settings = cache::settings_from_environment();
  std::string wrong;
  if (!settings) {
    wrong = settings.error().message;
    settings = cache::Settings{false, {}, 0};
  }
  state_ = std::make_shared<State>(*std::move(settings), std::move(wrong));
}

BinaryCache::BinaryCache(const std::string& folder, std::uint64_t max_bytes)
    : state_(std::make_shared<State>(settings_for(folder, max_bytes))) {}

const std::string& BinaryCache::folder() const {
  return state_->store.settings().folder;
}
bool BinaryCache::is_enabled() const {
  return state_->store.is_enabled();
}
std::string BinaryCache::trouble() const {
  return state_->wrong_settings.empty() ? state_->store.trouble() : state_->wrong_settings;
}
BinaryCache::Counters BinaryCache::counters() const {
  const std::lock_guard lock(state_->mutex);
  return state_->counters;
}

KeptBinary BinaryCache::State::find(const std::string& key) {
  KeptBinary kept;
  std::optional<Bytes> entry = store.get(EntryKind::k_program, key);
  if (!entry) return kept;
  const char mark = entry->empty() ? '\0' : entry->front();
  if (mark == k_proven && entry->size() > 1) {
    kept.binary = entry->erase(0, 1);
  } else if (mark >= k_trials_from && mark <= k_trials_from + k_most_trials && entry->size() == 1) {
    kept.trials = mark - k_trials_from;
  } else {
    store.quarantine(EntryKind::k_program, key);
  }
  return kept;
}

bool BinaryCache::State::mark_trials(const std::string& key, int trials) {
  return store.put(EntryKind::k_program, key, std::string(1, static_cast<char>(k_trials_from + trials)));
}

bool BinaryCache::State::keep(const std::string& key, BytesView binary) {
  return store.put(EntryKind::k_program, key, std::string(1, k_proven).append(binary));
}

void BinaryCache::State::refuse(const std::string& key) {
  store.quarantine(EntryKind::k_program, key);
  count(&Counters::refused);
}

void BinaryCache::State::count(std::uint64_t Counters::*counter) {
  if (counter == &Counters::hits) store.count_hit();
  if (counter == &Counters::misses) store.count_miss();
  const std::lock_guard lock(mutex);
  ++(counters.*counter);
}

}  // namespace clc
