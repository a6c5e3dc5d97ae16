// The folder of a store, opened and trusted, and the names in it.
//
//   FOLDER/v1/CACHEDIR.TAG             tells backups, and `clc cache clear`, what this is
//             ab/cdef….artifact        an entry: its key, split after two digits, and its kind
//             ab/.tmp-PID-RANDOM       an entry that is being written, or whose writer died
//             damaged/KEY.KIND         moved there because something was wrong with it
//             counters, counters.log   see counters.h
//             evicting                 there while a process makes room, see evict.h
//             locks                    empty; processes lock places in it, see Store::open_locks()
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/file_descriptor.h"
#include "base/platform/open_folder.h"
#include "clc/cache/store.h"

namespace clc::cache {

inline constexpr const char* k_version_folder = "v1";
inline constexpr const char* k_damaged_folder = "damaged";
inline constexpr const char* k_tag_file = "CACHEDIR.TAG";
inline constexpr const char* k_locks_file = "locks";
inline constexpr std::string_view k_temporary_start = ".tmp-";

class Folder {
 public:
  // Opens FOLDER/v1; null when it is not there, unless `make` asks to make it.
  // An error says why it cannot be used: not a folder, not ours, no permission.
  static Result<std::shared_ptr<const Folder>> open(const Settings& settings, bool make);

  // FOLDER/v1.
  const platform::OpenFolder& place() const { return version_; }
  // True when only those who may write to this cache can have written the file with this status. Where the system tells
  // no owners of files, their folder's tells it.
  bool trusts(const platform::FileStatus& status) const;
  // Opens a file below v1 that everybody who may use this cache can read and write.
  int create(const std::string& name, platform::FileUse use) const { return version_.create(name, use, share()); }
  // Returns 0 when the folder is there afterwards, or an errno.
  int make_folder(const std::string& name) const;
  // The tag is a file that says that this is a cache; a folder without one is never cleared.
  void tag() const;
  bool is_tagged() const;

 private:
  Folder(platform::OpenFolder version, std::optional<std::uint32_t> group)
      : version_(std::move(version)), group_(group) {}
  platform::Share share() const { return group_ ? platform::Share::k_group : platform::Share::k_nobody; }

  platform::OpenFolder version_;
  std::optional<std::uint32_t> group_;  // every member may write
};

// Times are nanoseconds since 1970, by clocks that may be wrong.
inline constexpr std::int64_t k_second = 1'000'000'000;
inline constexpr std::int64_t k_latest = (std::int64_t{1} << 33U) * k_second;
std::int64_t now();
// The time of a file's last change, from 0 to k_latest, whatever the file system says.
std::int64_t changed_at(const platform::FileStatus& status);

// "ab", "ab/cdef….artifact", "damaged/abcdef….artifact"
std::string fan_out(const std::string& key);
std::string entry_path(EntryKind kind, const std::string& key);
std::string damaged_path(EntryKind kind, const std::string& key);
// A name in this folder that no process on any host uses.
std::string temporary_path(const std::string& folder);

}  // namespace clc::cache
