// Looks through the files of a store.
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

// The folders 00 … ff. Damaged entries and the files in v1 itself count as part of 00.
inline constexpr unsigned k_fan_out_count = 256;
// About what a file of this size takes on a disk; the same for all disks.
std::uint64_t bytes_on_disk(std::uint64_t size);

// Visits the files in folders `first` … `end` - 1 that a store made, and passes over others.
void for_each_file(const Folder& folder, unsigned first, unsigned end, const std::function<void(FoundFile&&)>& visit);
// Removes those of the folders above that are empty.
void remove_empty_folders(const Folder& folder);

}  // namespace clc::cache
