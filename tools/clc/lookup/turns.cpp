#include "lookup/turns.h"

namespace clc {

std::optional<Turn> Turns::take(const std::string& key) {
  if (!locks_) locks_.emplace(store_.open_locks());
  if (!locks_->is_open()) return Turn();
  const std::uint64_t place = cache::place_of_turn(key);
  if (cache::take_turn(locks_->get(), place)) return Turn(locks_->get(), place, asked_since_.contains(key));
  const auto now = std::chrono::steady_clock::now();
  const auto since = asked_since_.try_emplace(key, now).first->second;
  if (now - since < longest_wait_) return std::nullopt;
  return Turn();
}

}  // namespace clc
