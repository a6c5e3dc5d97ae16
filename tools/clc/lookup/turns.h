// The turns of a call to make what the cache lacks, so that of several processes that want the same at once one makes
// it. A call goes on with other jobs until a turn comes, so that no two wait for each other.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "base/file_descriptor.h"
#include "clc/cache/store.h"
#include "clc/cache/turn.h"

namespace clc {

// Lasts as long as it lives, but not longer than the Turns that gave it.
class Turn {
 public:
  Turn() = default;  // without locks: others may make the same
  Turn(int locks, std::uint64_t place, bool was_awaited) : locks_(locks), place_(place), was_awaited_(was_awaited) {}
  Turn(Turn&& other) noexcept
      : locks_(std::exchange(other.locks_, -1)), place_(other.place_), was_awaited_(other.was_awaited_) {}
  Turn& operator=(Turn&& other) = delete;
  ~Turn() {
    if (locks_ >= 0) cache::end_turn(locks_, place_);
  }

  // Another process had it when it was asked for first.
  bool was_awaited() const { return was_awaited_; }

 private:
  int locks_ = -1;
  std::uint64_t place_ = 0;
  bool was_awaited_ = false;
};

class Turns {
 public:
  explicit Turns(cache::Store& store,
                 std::chrono::milliseconds longest_wait = std::chrono::seconds(cache::k_longest_wait_for_turn_seconds))
      : store_(store), longest_wait_(longest_wait) {}

  // Takes the turn to make what lies under the key, without waiting. Nothing: another process has it; ask again soon.
  // Whoever has asked for as long as the limit goes on without locks.
  std::optional<Turn> take(const std::string& key);

 private:
  cache::Store& store_;
  const std::chrono::milliseconds longest_wait_;
  std::optional<FileDescriptor> locks_;  // opened by the first take()
  std::map<std::string, std::chrono::steady_clock::time_point> asked_since_;
};

}  // namespace clc
