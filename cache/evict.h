// Keeps a store below its limit. Private.
//
// Only processes that store do this, after they stored; who reads never waits for it, and a file that is removed
// while it is read stays whole for its reader. Large caches are looked through in parts, one after another, so
// that no process takes long; keys are digests, so each part holds its share of all sizes and ages.
#pragma once

#include "folder.h"

namespace clc::cache {

struct Evicted {
  std::uint64_t entries = 0;
  std::uint64_t bytes = 0;
  std::uint64_t entries_left = 0;
  std::uint64_t bytes_left = 0;
};

// When the cache seems larger than `max_bytes`, or nobody looked for an hour: makes room, and removes what dead
// writers left. The least recently used go first.
void evict_when_due(const Folder& folder, std::uint64_t max_bytes);

// The same now and everywhere, down to `max_bytes` exactly.
Evicted evict_to(const Folder& folder, std::uint64_t max_bytes);

}  // namespace clc::cache
