// What happened to a cache, summed up on disk without locks. Private.
//
// A process that ends appends one line to v1/counters.log: one write, which no other process can be kept waiting by.
// Whoever makes that file long adds it up into v1/counters, by rename. Both are for people, but for `stored_bytes`,
// by which the size of the cache is guessed between two looks at it: a line lost to a crash does no harm.
#pragma once

#include "clc/cache/admin.h"
#include "folder.h"

namespace clc::cache {

// v1/counters
struct Ledger {
  Counters counters;
  std::uint64_t bytes = 0;       // how large the cache is, about
  std::int64_t looked_at = 0;    // when eviction last looked at some files
  std::int64_t counted_at = 0;   // when it last looked at all of them
  std::uint64_t next_group = 0;  // where it goes on
};

// True when the log has become long: fold_log() is due.
bool append_counters(const Folder& folder, const Counters& counters);
// v1/counters and what the log adds.
Ledger read_ledger(const Folder& folder);
// The same, written down in place of the log.
Ledger fold_log(const Folder& folder);
void write_ledger(const Folder& folder, const Ledger& ledger);
void remove_ledger(const Folder& folder);

}  // namespace clc::cache
