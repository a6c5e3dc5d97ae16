// One entry, between memory and its file. Private.
#pragma once

#include <string>

#include "folder.h"

namespace clc::cache {

struct EntryRead {
  enum class Outcome {
    k_found,
    k_absent,
    k_failed,   // not to be had now
    k_damaged,  // and it never will be: to be moved away
  };
  Outcome outcome = Outcome::k_absent;
  Bytes payload;
  std::string problem;  // of the last two
};
// `touch`: note that it was used, once in a while.
EntryRead read_entry(const Folder& folder, EntryKind kind, const std::string& key, bool touch);

// 0, or an errno.
int write_entry(const Folder& folder, EntryKind kind, const std::string& key, BytesView payload);

// To the damaged ones, or away.
void move_away(const Folder& folder, EntryKind kind, const std::string& key);

// A whole file below v1, by temporary file and rename. 0, or an errno.
int write_whole(const Folder& folder, const std::string& name, std::initializer_list<BytesView> parts);

}  // namespace clc::cache
