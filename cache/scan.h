// Looks through the files of a store. Private.
#pragma once

#include <functional>

#include "folder.h"

namespace clc::cache {

struct FoundFile {
  enum class Role { k_entry, k_damaged, k_temporary };
  Role role;
  EntryKind kind;  // of entries and damaged ones
  std::string key;
  std::string path;      // below v1
  std::uint64_t bytes;   // on the disk
  std::int64_t used_at;  // about
};

// Folders 00 … ff; the damaged ones, and what is in v1 itself, count as part of 00.
inline constexpr unsigned k_fan_out_count = 256;
// What a file of this size takes on the disk, about, and the same on all of them.
std::uint64_t bytes_on_disk(std::uint64_t size);

// Files in folders `first` … `end` - 1 that a store made; others are passed over.
void for_each_file(const Folder& folder, unsigned first, unsigned end, const std::function<void(FoundFile&&)>& visit);
// Those of the folders above that hold nothing any more.
void remove_empty_folders(const Folder& folder);

}  // namespace clc::cache
