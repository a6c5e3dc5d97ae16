// The state that the copies of a BinaryCache share.
#pragma once

#include <optional>
#include <string>

#include "base/platform/forks.h"
#include "clc/cache/store.h"
#include "clc/runtime/binary_cache.h"

namespace clc {

// The number of failed trials after which no process tries again. A driver may refuse its own binary, or crash on it.
// So a new binary is loaded once, as a trial, before it is kept. The trial counts as failed from its beginning, and
// stays so when the process dies.
inline constexpr int k_most_trials = 2;

struct KeptBinary {
  std::optional<Bytes> binary;  // a binary that passed its trial
  int failed_trials = 0;        // trials that failed or have not ended
};

struct BinaryCache::State {
  explicit State(cache::Settings cache_settings, std::string settings_error = {})
      : store(std::move(cache_settings)), wrong_settings(std::move(settings_error)) {}

  KeptBinary find(const std::string& key);
  // Returns false when the entry could not be written.
  bool write_failed_trials(const std::string& key, int failed_trials);
  // Returns false when the entry could not be written.
  bool keep(const std::string& key, BytesView binary);
  // Removes a binary that the driver does not accept any more.
  void refuse(const std::string& key);
  void count(std::uint64_t Counters::* counter);

  cache::Store store;
  const std::string wrong_settings;       // why the environment's settings are not valid; empty when they are
  mutable platform::ForkSafeMutex mutex;  // guards `counters`
  Counters counters;
};

}  // namespace clc
