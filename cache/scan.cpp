#include "scan.h"

#include <vector>

#include "base/encoding/hex.h"
#include "clc/base/digest.h"

namespace clc::cache {
namespace {

constexpr std::uint64_t k_block = 4096;

// The number of the folder "ab"; -1 for any other name.
int fan_out_index(const std::string& name) {
  return is_hex(name, 1) ? static_cast<unsigned char>(from_hex(name).front()) : -1;
}

std::vector<std::string> fan_out_folders(const Folder& folder, unsigned first, unsigned end) {
  std::vector<std::string> names;
  folder.place().list(".", [&](const std::string& name) {
    const int index = fan_out_index(name);
    if (index >= static_cast<int>(first) && index < static_cast<int>(end)) names.push_back(name);
  });
  return names;
}

// Entries are named "cdef….artifact" in the folder "ab", and "abcdef….artifact" in "damaged".
bool is_entry_name(const std::string& start, const std::string& name, FoundFile& file) {
  const std::size_t dot = name.find('.');
  if (dot == std::string::npos) return false;
  file.key = start + name.substr(0, dot);
  if (!is_sha256_hex(file.key)) return false;
  for (const EntryKind kind : k_entry_kinds) {
    file.kind = kind;
    if (name.compare(dot + 1, std::string::npos, kind_name(kind)) == 0) return true;
  }
  return false;
}

// `start`: the beginning of the keys of all entries in this folder; null for a folder without entries.
void for_each_file_in(const Folder& folder, const std::string& name, const std::string* start, FoundFile::Role role,
                      const std::function<void(FoundFile&&)>& visit) {
  folder.place().list(name, [&](const std::string& file_name) {
    FoundFile file{role, EntryKind::k_action, {}, {}, 0, 0};
    if (std::string_view(file_name).substr(0, k_temporary_start.size()) == k_temporary_start) {
      file.role = FoundFile::Role::k_temporary;
    } else if (start == nullptr || !is_entry_name(*start, file_name, file)) {
      return;
    }
    file.path = name + "/" + file_name;
    platform::FileStatus status;
    if (folder.place().status_of(file.path, status) != 0) return;  // it was removed in the meantime
    file.bytes = bytes_on_disk(status.size);
    file.used_at = changed_at(status);
    visit(std::move(file));
  });
}

}  // namespace

std::uint64_t bytes_on_disk(std::uint64_t size) {
  return (size + k_block - 1) / k_block * k_block;
}

void for_each_file(const Folder& folder, unsigned first, unsigned end, const std::function<void(FoundFile&&)>& visit) {
  if (first == 0) {
    const std::string whole_key;
    for_each_file_in(folder, ".", nullptr, FoundFile::Role::k_entry, visit);
    for_each_file_in(folder, k_damaged_folder, &whole_key, FoundFile::Role::k_damaged, visit);
  }
  for (const std::string& name : fan_out_folders(folder, first, end))
    for_each_file_in(folder, name, &name, FoundFile::Role::k_entry, visit);
}

void remove_empty_folders(const Folder& folder) {
  (void)folder.place().remove_folder(k_damaged_folder);
  for (const std::string& name : fan_out_folders(folder, 0, k_fan_out_count)) (void)folder.place().remove_folder(name);
}

}  // namespace clc::cache
