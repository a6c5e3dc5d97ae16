// What the copies of a BinaryCache share.
#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "clc/cache/store.h"
#include "clc/runtime/binary_cache.h"

namespace clc {

// A driver may refuse what it gave itself, or crash on it. So each binary is tried once when it is new, behind a mark
// that stays when the trial does not end well; after so many trials nobody tries again.
inline constexpr int k_most_trials = 2;

struct KeptBinary {
  std::optional<Bytes> binary;  // one that the driver took
  int trials = 0;               // that did not end well, or have not ended yet
};

struct BinaryCache::State {
  explicit State(cache::Settings settings, std::string wrong = {})
      : store(std::move(settings)), wrong_settings(std::move(wrong)) {}

  KeptBinary find(const std::string& key);
  // False: it could not be written.
  bool mark_trials(const std::string& key, int trials);
  bool keep(const std::string& key, BytesView binary);
  // The driver does not take it any more.
  void refuse(const std::string& key);
  void count(std::uint64_t Counters::*counter);

  cache::Store store;
  const std::string wrong_settings;
  mutable std::mutex mutex;
  Counters counters;
};

}  // namespace clc
