// The folder of a store, opened and trusted, and the names in it. Private.
//
//   FOLDER/v1/CACHEDIR.TAG             tells backups, and `clc cache clear`, what this is
//             ab/cdef….artifact        an entry: its key, split behind two digits, and its kind
//             ab/.tmp-PID-RANDOM       one that is being written, or was when its writer died
//             damaged/KEY.KIND         moved there because something was wrong with it
//             counters, counters.log   see counters.h
//             evicting                 while somebody makes room, see evict.h
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <memory>
#include <string>

#include "clc/cache/store.h"
#include "file_io.h"

namespace clc::cache {

inline constexpr const char* k_version_folder = "v1";
inline constexpr const char* k_damaged_folder = "damaged";
inline constexpr const char* k_tag_file = "CACHEDIR.TAG";
inline constexpr std::string_view k_temporary_start = ".tmp-";

class Folder {
 public:
  // Opens FOLDER/v1. Null: it is not there. With `make` it is made when it is not there.
  // An error says why it cannot be used: not a folder, not ours, no permission.
  static Result<std::shared_ptr<const Folder>> open(const std::string& path, bool make);

  int fd() const { return version_.get(); }
  // True when nobody but those who may write to this cache can have written what has this status.
  bool trusts(const struct stat& status) const;
  // ::openat with O_CREAT, for a file below v1 that those can read and write who may use this cache.
  int create(const std::string& name, int flags) const;
  // 0 when it is there now, or an errno.
  int make_folder(const std::string& name) const;
  // The file that says that this is a cache; what has none is not cleared.
  void tag() const;
  bool is_tagged() const;

 private:
  Folder(int version, bool is_shared, gid_t group) : version_(version), is_shared_(is_shared), group_(group) {}

  FileDescriptor version_;
  bool is_shared_;  // by a group: every member may write
  gid_t group_;
};

// Times are nanoseconds since 1970, by clocks that may be wrong.
inline constexpr std::int64_t k_second = 1'000'000'000;
inline constexpr std::int64_t k_latest = (std::int64_t{1} << 33U) * k_second;
std::int64_t now();
// When it was last changed, from 0 to k_latest, whatever the file system says.
std::int64_t changed_at(const struct stat& status);

// "ab", "ab/cdef….artifact", "damaged/abcdef….artifact"
std::string fan_out(const std::string& key);
std::string entry_path(EntryKind kind, const std::string& key);
std::string damaged_path(EntryKind kind, const std::string& key);
// A name in this folder that nobody has, on any host.
std::string temporary_path(const std::string& folder);

}  // namespace clc::cache
