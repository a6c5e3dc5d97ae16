#include "serve/program_share.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <thread>

#include "base/file_descriptor.h"
#include "base/platform/paths.h"
#include "base/platform/shared_files.h"
#include "clc/cache/turn.h"
#include "layer_state.h"
#include "program/include_scan.h"

namespace clc::layer {
namespace {

using platform::ByteLock;

// The bytes at the place of a program, behind the one of the turn.
constexpr std::uint64_t k_waiting = 1;  // held in common by the processes that wait for the turn
constexpr std::uint64_t k_makers = 2;   // held in common by those that make the program, and alone by one that asks

// Returns true when it has waited.
template <class Take>
bool take_in_time(const Take& take) {
  using Clock = std::chrono::steady_clock;
  if (take()) return false;
  const Clock::time_point limit = Clock::now() + std::chrono::seconds(cache::k_longest_wait_for_turn_seconds);
  constexpr std::chrono::milliseconds k_longest_pause{20};
  std::chrono::milliseconds pause{1};
  while (Clock::now() < limit) {
    std::this_thread::sleep_for(pause);
    if (take()) break;
    pause = std::min(2 * pause, k_longest_pause);
  }
  return true;
}

struct Shares {
  explicit Shares(int opened) : file(opened) {}

  std::mutex mutex;
  const int file;  // one for all programs, because an application may have more of them than it may open files
  std::map<std::uint64_t, std::weak_ptr<ProgramShare>> by_place;
};

// They are never destroyed, because threads may use them until the process is gone.
Shares& shares_of_pocl() {
  static auto* const all =
      new Shares(platform::open_to_change(folder_of_pocl() + "/clc-layer.locks", platform::Make::k_if_absent));
  return *all;
}

Shares& shares_of_cache() {
  static auto* const all = new Shares(state().cache()->open_locks());
  return *all;
}

}  // namespace

ProgramShare::~ProgramShare() {
  // A forked child has the same open file as its parent, to which the locks belong, and a process that stays behind has
  // those of its parent.
  if (!state().is_at_work() || state().has_process_behind) return;
  Shares& shares = is_of_pocl_ ? shares_of_pocl() : shares_of_cache();
  const std::lock_guard guard(shares.mutex);
  // A thread that came after the last owner of this share has one of its own, to which the locks belong now.
  const auto next = shares.by_place.find(place_);
  if (next != shares.by_place.end() && !next->second.expired()) return;
  cache::end_turn(file_, place_);
  platform::lock_byte(file_, place_ + k_makers, ByteLock::k_none);
}

bool ProgramShare::begin() {
  bool has_waited = false;
  const auto take_turn = [this] { return cache::take_turn(file_, place_); };
  if (!take_turn()) {
    platform::lock_byte(file_, place_ + k_waiting, ByteLock::k_shared);
    take_in_time(take_turn);
    platform::lock_byte(file_, place_ + k_waiting, ByteLock::k_none);
    has_waited = true;
  }
  if (!is_of_pocl_) return has_waited;
  const std::lock_guard guard(mutex_);
  if (alone_ > 0) return has_waited;  // it is a maker already
  const auto make = [this] { return platform::lock_byte(file_, place_ + k_makers, ByteLock::k_shared); };
  return take_in_time(make) || has_waited;
}

void ProgramShare::release_build() {
  cache::end_turn(file_, place_);
}

bool ProgramShare::is_awaited() const {
  return platform::is_locked(file_, place_ + k_waiting);
}

bool ProgramShare::begin_alone() {
  if (!is_of_pocl_) return true;
  const std::lock_guard guard(mutex_);
  if (alone_ == 0 && !platform::lock_byte(file_, place_ + k_makers, ByteLock::k_alone)) return false;
  ++alone_;
  return true;
}

void ProgramShare::end_alone() {
  if (!is_of_pocl_) return;
  const std::lock_guard guard(mutex_);
  if (--alone_ == 0) platform::lock_byte(file_, place_ + k_makers, ByteLock::k_shared);
}

std::string ProgramShare::note() const {
  return folder_of_pocl() + "/clc-layer.behind-" + std::to_string(place_ / cache::k_bytes_of_place);
}

bool ProgramShare::note_behind() const {
  return FileDescriptor(platform::open_to_change(note(), platform::Make::k_if_absent)).is_open();
}

void ProgramShare::forget_behind() const {
  std::error_code error;  // a file that stays costs time alone
  std::filesystem::remove(platform::to_path(note()), error);
}

bool ProgramShare::was_lost_behind() const {
  // The process makes the program until it ends.
  if (platform::is_locked(file_, place_ + k_makers)) return false;
  std::error_code error;
  return std::filesystem::exists(platform::to_path(note()), error);
}

std::shared_ptr<ProgramShare> share_program(const std::string& name, bool is_of_pocl) {
  Shares& shares = is_of_pocl ? shares_of_pocl() : shares_of_cache();
  if (shares.file < 0) return nullptr;
  const std::lock_guard guard(shares.mutex);
  std::map<std::uint64_t, std::weak_ptr<ProgramShare>>& all = shares.by_place;
  std::erase_if(all, [](const auto& entry) { return entry.second.expired(); });
  const std::uint64_t place = cache::place_of_turn(name);
  if (std::shared_ptr<ProgramShare> known = all[place].lock()) return known;
  auto share = std::make_shared<ProgramShare>(shares.file, place, is_of_pocl);
  all[place] = share;
  return share;
}

}  // namespace clc::layer
