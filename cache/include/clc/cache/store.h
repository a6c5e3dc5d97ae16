// Entries on the local disk, one file each. Nothing that is wrong with the disk is an error here: what cannot
// be read whole is a miss, what cannot be written is not kept, and both are counted.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clc/base/bytes.h"
#include "clc/base/result.h"
#include "clc/cache/settings.h"

namespace clc::cache {

enum class EntryKind {
  k_action,    // what a compilation read, and the digest of its artifact; by key
  k_artifact,  // an encoded Artifact; by its own SHA-256
  k_program,   // a binary that a driver finished; by key (the runtime's)
  k_memo,      // what this machine remembers of its tools and drivers; by key; of no use on another machine
};
inline constexpr EntryKind k_entry_kinds[] = {EntryKind::k_action, EntryKind::k_artifact, EntryKind::k_program,
                                              EntryKind::k_memo};
const char* kind_name(EntryKind kind);

// Its functions may be called by several threads.
class Store {
 public:
  // Opens nothing yet: a folder that is absent is made by the first put.
  explicit Store(Settings settings);
  ~Store();
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;

  // Returns the payload, whole and checked, or nothing. `key` has 64 hexadecimal digits.
  std::optional<Bytes> get(EntryKind kind, const std::string& key);
  // Writes a temporary file and renames it. False: not kept, which counts as an error unless the entry is too large.
  bool put(EntryKind kind, const std::string& key, BytesView payload);
  // Moves away an entry whose checksum was right and whose contents made no sense to the caller.
  void quarantine(EntryKind kind, const std::string& key);

  // Counters for `clc cache stats`, added to those on disk when the store is closed.
  void count_hit();
  void count_miss();
  // Adds them now: for a store that is never closed, because the process ends with it open.
  void settle();

  // Opens the file of the cache in which processes lock places, so that one makes an entry and the others wait. Returns
  // -1 when there is no folder that can be written. The caller closes it.
  int open_locks();

  // False when the cache is turned off, and when the folder turned out to be none, or not ours.
  bool is_enabled() const;
  const Settings& settings() const;
  // The first thing that went wrong with the folder, for --verbose; empty when nothing did.
  std::string trouble() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace clc::cache
