#include "clc/cache/store.h"

#include <cerrno>
#include <mutex>
#include <new>

#include "base/file_io.h"
#include "base/platform/forks.h"
#include "clc/base/digest.h"
#include "counters.h"
#include "entry.h"
#include "entry_file.h"
#include "evict.h"
#include "folder.h"
#include "scan.h"

namespace clc::cache {
namespace {

// The largest file that writing counters and making room may need.
constexpr std::uint64_t k_counters_need = 1 << 20;

}  // namespace

const char* kind_name(EntryKind kind) {
  switch (kind) {
    case EntryKind::k_action:
      return "action";
    case EntryKind::k_artifact:
      return "artifact";
    case EntryKind::k_program:
      return "program";
    case EntryKind::k_memo:
      return "memo";
  }
  return "unknown";
}

struct Store::State {
  explicit State(Settings given)
      : settings(std::move(given)), is_usable(settings.is_enabled && !settings.folder.empty()) {}
  ~State() {
    try {
      settle();
    } catch (const std::bad_alloc&) {  // losing counters is better than ending the process
    }
  }

  std::shared_ptr<const Folder> open(bool make);
  void forget(const std::shared_ptr<const Folder>& removed);
  void count(std::uint64_t Counters::* counter, std::uint64_t number = 1);
  void note(const std::string& text);
  bool put(EntryKind kind, const std::string& key, BytesView payload);
  void move_away(EntryKind kind, const std::string& key);
  void settle();

  const Settings settings;
  mutable platform::ForkSafeMutex mutex;  // guards what follows
  bool is_usable, is_writable = true, is_tagged = false;
  std::shared_ptr<const Folder> folder;
  Counters counters;  // not yet on disk
  std::string trouble;
};

// Opens the folder; null when there is none, with `make` only when it cannot be used.
std::shared_ptr<const Folder> Store::State::open(bool make) {
  const std::lock_guard lock(mutex);
  if (!is_usable || (make && !is_writable)) return nullptr;
  if (!folder) {
    Result<std::shared_ptr<const Folder>> opened = Folder::open(settings, make);
    if (!opened) {
      is_usable = false;  // asking again at every entry would cost time, and not help
      if (trouble.empty()) trouble = opened.error().message;
      return nullptr;
    }
    folder = *std::move(opened);
  }
  if (make && !is_tagged) {
    folder->tag();
    is_tagged = true;
  }
  return folder;
}

void Store::State::forget(const std::shared_ptr<const Folder>& removed) {
  const std::lock_guard lock(mutex);
  if (folder == removed) folder = nullptr;
  is_tagged = false;
}

void Store::State::count(std::uint64_t Counters::* counter, std::uint64_t number) {
  const std::lock_guard lock(mutex);
  counters.*counter += number;
}

void Store::State::note(const std::string& text) {
  const std::lock_guard lock(mutex);
  if (trouble.empty()) trouble = text;
}

bool Store::State::put(EntryKind kind, const std::string& key, BytesView payload) {
  auto to = open(true);
  int error = to ? write_entry(*to, kind, key, payload) : 0;
  if (platform::is_gone(error)) {
    forget(to);  // it was removed after it was opened, perhaps because somebody cleared the cache
    to = open(true);
    if (to) error = write_entry(*to, kind, key, payload);
  }
  if (!to) return false;
  const std::lock_guard lock(mutex);
  if (error == 0) {
    ++counters.stored;
    counters.stored_bytes += bytes_on_disk(entry_size(payload));
    return true;
  }
  ++counters.errors;
  if (error == EROFS || error == EACCES || error == EPERM) is_writable = false;
  if (trouble.empty()) trouble = io_error("write in", settings.folder, error).value().message;
  return false;
}

void Store::State::move_away(EntryKind kind, const std::string& key) {
  const auto from = open(false);
  if (!from) return;
  cache::move_away(*from, kind, key);
  count(&Counters::damaged);
}

// Writes the counters to disk, and makes room when something was stored.
void Store::State::settle() {
  std::shared_ptr<const Folder> to;
  Counters settled;
  {
    const std::lock_guard lock(mutex);
    std::swap(settled, counters);
    to = folder;
  }
  if (!to || settled == Counters() || platform::largest_file() < k_counters_need) return;
  if (append_counters(*to, settled)) fold_log(*to);
  if (settled.stored > 0) evict_when_due(*to, settings.max_bytes);
}

Store::Store(Settings settings) : state_(std::make_unique<State>(std::move(settings))) {}
Store::~Store() = default;
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;

std::optional<Bytes> Store::get(EntryKind kind, const std::string& key) {
  const auto folder = is_sha256_hex(key) ? state_->open(false) : nullptr;
  if (!folder) return std::nullopt;
  EntryRead read = read_entry(*folder, kind, key, true);
  if (read.outcome == EntryRead::Outcome::k_found) return std::move(read.payload);
  if (read.outcome == EntryRead::Outcome::k_absent) return std::nullopt;
  if (read.outcome == EntryRead::Outcome::k_failed) state_->count(&Counters::errors);
  if (read.outcome == EntryRead::Outcome::k_damaged) state_->move_away(kind, key);
  state_->note("the entry " + entry_path(kind, key) + " of the cache " + state_->settings.folder + ": " + read.problem);
  return std::nullopt;
}

bool Store::put(EntryKind kind, const std::string& key, BytesView payload) {
  const std::uint64_t size = entry_size(payload);
  if (!is_sha256_hex(key) || bytes_on_disk(size) > state_->settings.max_bytes || size > platform::largest_file())
    return false;
  if (!state_->put(kind, key, payload)) return false;
  bool is_much = false;  // so much that one process should look at the limit before it ends
  {
    const std::lock_guard lock(state_->mutex);
    is_much = state_->counters.stored_bytes > state_->settings.max_bytes / 16;
  }
  if (is_much) state_->settle();
  return true;
}

void Store::quarantine(EntryKind kind, const std::string& key) {
  if (is_sha256_hex(key)) state_->move_away(kind, key);
}

void Store::count_hit() {
  state_->count(&Counters::hits);
}

void Store::count_miss() {
  state_->count(&Counters::misses);
}

void Store::settle() {
  state_->settle();
}

int Store::open_locks() {
  const auto folder = state_->open(true);
  return folder ? folder->create(k_locks_file, platform::FileUse::k_change) : -1;
}

bool Store::is_enabled() const {
  const std::lock_guard lock(state_->mutex);
  return state_->is_usable;
}

const Settings& Store::settings() const {
  return state_->settings;
}

std::string Store::trouble() const {
  const std::lock_guard lock(state_->mutex);
  return state_->trouble;
}

}  // namespace clc::cache
