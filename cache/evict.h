// Keeps a store below its limit. Private.
//
// Only processes that store do this, after they stored; who reads never waits for it, and a file that is removed
// while it is read stays whole for its reader. Large caches are looked through in parts, one after another, so
// that no process takes long; keys are digests, so each part holds its share of all sizes and ages. How large the
// cache is, is added up in the counters, and counted once a week: killed processes add nothing.
#pragma once

#include "clc/cache/admin.h"
#include "folder.h"

namespace clc::cache {

// When the cache seems larger than `max_bytes`, or nobody looked for an hour: removes what dead writers left,
// and makes room. The least recently used go first.
void evict_when_due(const Folder& folder, std::uint64_t max_bytes);

// The same now and everywhere, down to `max_bytes` exactly.
Pruned evict_to(const Folder& folder, std::uint64_t max_bytes);

}  // namespace clc::cache
