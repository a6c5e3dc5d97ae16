#include "memory.h"

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

void Memory::keep(const std::string& key, const Watch& watch, BytesView answer) {
  // What changed while the answer was made may be in it or not.
  if (!watch.is_settled(margin_) || !watch.holds()) return;
  store_.put(cache::EntryKind::k_memo, key, watch.encode().append(answer));
}

}  // namespace clc
