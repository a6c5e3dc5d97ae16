// Functions that look after a store: what `clc cache` shows and does.
#pragma once

#include <array>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include "clc/base/result.h"
#include "clc/cache/store.h"

namespace clc::cache {

// Counters since the cache was made or cleared. A process that is killed adds nothing.
struct Counters {
  std::uint64_t hits = 0;
  std::uint64_t misses = 0;
  std::uint64_t stored = 0;
  std::uint64_t stored_bytes = 0;  // on the disk, about
  std::uint64_t evicted = 0;
  std::uint64_t evicted_bytes = 0;  // the same
  std::uint64_t damaged = 0;        // entries that were moved away
  std::uint64_t errors = 0;         // reads and writes that failed
};
bool operator==(const Counters& a, const Counters& b);

struct Tally {
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;  // on the disk, about
};

struct Stats {
  std::array<Tally, std::size(k_entry_kinds)> kinds;  // in the order of k_entry_kinds
  Tally entries;                                      // all of them
  Tally damaged;                                      // moved away, and removed after a week
  Tally temporary;                                    // being written, or left behind by a process that died
  Counters counters;
  std::string trouble;    // why the folder cannot be used, or only be read; empty: it can
  bool is_usable = true;  // at least to read
};
Stats stats(const Settings& settings);

// Stats::trouble, without a look at the entries.
std::string trouble(const Settings& settings);

// Tells which part of the cache in use others can write, and how to change that; empty: none, but for another user's.
std::string exposure(const Settings& settings);

// The functions below work on the folder also when the cache is off. A folder that does not exist is an empty cache;
// one that cannot be used is k_io.

struct Pruned {
  Tally removed;
  Tally left;
};
// Removes the least recently used entries until no more than `max_bytes` are left, and what dead writers left.
Result<Pruned> prune(const Settings& settings, std::uint64_t max_bytes);

// Removes everything that a store made, and nothing else. k_io for a folder that is no cache.
Result<Tally> clear(const Settings& settings);

struct Verified {
  Tally sound;
  std::vector<std::string> damaged;  // "ab/cdef….artifact: what is wrong with it"; moved away
};
Result<Verified> verify(const Settings& settings);

}  // namespace clc::cache
