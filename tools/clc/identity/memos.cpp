#include "identity/memos.h"

namespace clc {

std::optional<Bytes> Memory::find(const std::string& key) {
  const std::optional<Bytes> memo = store_.get(cache::EntryKind::k_memo, key);
  if (!memo) return std::nullopt;
  BytesView rest = *memo;
  const std::optional<Watch> watch = Watch::decode(rest);
  if (!watch) {
    store_.quarantine(cache::EntryKind::k_memo, key);
    return std::nullopt;
  }
  if (!watch->holds()) return std::nullopt;
  return Bytes(rest);
}

void Memory::keep(const std::string& key, const Watch& watch, std::int64_t begin, BytesView answer) {
  // What was changed after the asking began, or shortly before, may be in the answer or not. (What was changed after
  // it was looked at makes a memo that never holds.)
  if (!watch.is_settled(begin - margin_.count())) return;
  store_.put(cache::EntryKind::k_memo, key, watch.encode().append(answer));
}

std::int64_t Memory::now() {
  const auto since_epoch = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(since_epoch).count();
}

}  // namespace clc
