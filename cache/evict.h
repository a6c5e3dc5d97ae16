// Keeps a store below its limit.
//
// Only processes that store entries evict, after they have stored. Readers never wait for it, and a file that is
// removed while it is read stays whole for its reader. A large cache is looked through in parts, one after another, so
// that no process takes long; keys are digests, so each part holds its share of all sizes and ages. The size of the
// cache is estimated by the counters, and measured once a week because killed processes add nothing to the counters.
#pragma once

#include "clc/cache/admin.h"
#include "folder.h"

namespace clc::cache {

// Removes temporary files of dead processes and makes room, when the cache seems larger than `max_bytes` or nobody
// looked for an hour. The least recently used entries go first.
void evict_when_due(const Folder& folder, std::uint64_t max_bytes);

// Does the same at once for the whole cache, down to `max_bytes` exactly.
Pruned evict_to(const Folder& folder, std::uint64_t max_bytes);

}  // namespace clc::cache
