// Looking after a store: what `clc cache` shows and does.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "clc/cache/store.h"
#include "clc/package/result.h"

namespace clc::cache {

// Since the cache was made or cleared. Those of a process that was killed are not in it.
struct Counters {
  std::uint64_t hits = 0;
  std::uint64_t misses = 0;
  std::uint64_t stored = 0;
  std::uint64_t stored_bytes = 0;  // on the disk, about
  std::uint64_t evicted = 0;
  std::uint64_t evicted_bytes = 0;  // the same
  std::uint64_t damaged = 0;  // entries that were moved away
  std::uint64_t errors = 0;   // reads and writes that failed
};
bool operator==(const Counters& a, const Counters& b);

}  // namespace clc::cache
