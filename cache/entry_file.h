// Reads and writes the file of one entry.
#pragma once

#include <string>

#include "folder.h"

namespace clc::cache {

struct EntryRead {
  enum class Outcome {
    k_found,
    k_absent,
    k_failed,   // cannot be read now, but perhaps later
    k_damaged,  // can never be read: to be moved away
  };
  Outcome outcome = Outcome::k_absent;
  Bytes payload;
  std::string problem;  // with the last two outcomes
};
// Reads an entry. With `touch`, the file's time is renewed once in a while, which records the use.
EntryRead read_entry(const Folder& folder, EntryKind kind, const std::string& key, bool touch);

// Returns 0 or an errno.
int write_entry(const Folder& folder, EntryKind kind, const std::string& key, BytesView payload);

// Moves an entry to the damaged ones; removes it where that fails.
void move_away(const Folder& folder, EntryKind kind, const std::string& key);

// Writes a file below v1 under a temporary name and renames it. Returns 0 or an errno.
int write_whole(const Folder& folder, const std::string& name, std::initializer_list<BytesView> parts);

}  // namespace clc::cache
