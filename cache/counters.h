// The counters of a cache, summed up on disk without locks.
//
// A process that ends appends one line to v1/counters.log, in one write, so no process waits for another. The process
// that makes the file long adds it up into v1/counters, by rename. Both files are for people, except `stored_bytes`,
// from which the size of the cache is estimated between two evictions: a line that is lost to a crash does no harm.
#pragma once

#include "clc/cache/admin.h"
#include "folder.h"

namespace clc::cache {

// The file v1/counters.
struct Ledger {
  Counters counters;
  std::uint64_t bytes = 0;       // estimated size of the cache
  std::int64_t looked_at = 0;    // when eviction last looked at some files
  std::int64_t counted_at = 0;   // when it last looked at all of them
  std::uint64_t next_group = 0;  // where eviction goes on
};

// Returns true when the log has become long: fold_log() is due.
bool append_counters(const Folder& folder, const Counters& counters);
// The ledger, with the log added.
Ledger read_ledger(const Folder& folder);
// Returns the same, and writes it in place of the log.
Ledger fold_log(const Folder& folder);
void write_ledger(const Folder& folder, const Ledger& ledger);
void remove_ledger(const Folder& folder);

}  // namespace clc::cache
