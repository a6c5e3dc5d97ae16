#include "clc/cache/admin.h"

#include <algorithm>
#include <cerrno>

#include "base/file_io.h"
#include "base/try.h"
#include "clc/base/digest.h"
#include "counters.h"
#include "entry_file.h"
#include "evict.h"
#include "scan.h"

namespace clc::cache {
namespace {

using Role = FoundFile::Role;

void add(Tally& tally, std::uint64_t bytes) {
  ++tally.files;
  tally.bytes += bytes;
}

// Opens the cache's folder; null when it does not exist.
Result<std::shared_ptr<const Folder>> open_existing(const Settings& settings) {
  if (settings.folder.empty())
    return fail(ErrorKind::k_usage, "there is no folder for a cache: set CLC_CACHE_DIR, XDG_CACHE_HOME or HOME");
  return Folder::open(settings, false);
}

// True when the folder has files; false also for one that does not exist.
bool has_files(const std::string& path) {
  int names = 0;
  platform::list_names(path, [&](const char*) { ++names; });
  return names > 2;  // . and ..
}

void visit_all(const Folder& folder, const std::function<void(FoundFile&&)>& visit) {
  for_each_file(folder, 0, k_fan_out_count, visit);
}

EntryRead read_closely(const Folder& folder, const FoundFile& file) {
  EntryRead read = read_entry(folder, file.kind, file.key, false);
  const bool has_own_name = file.kind != EntryKind::k_artifact || sha256_hex(read.payload) == file.key;
  if (read.outcome != EntryRead::Outcome::k_found || has_own_name) return read;
  return {EntryRead::Outcome::k_damaged, {}, "its key is not the digest of what it holds"};
}

// Says why a folder that is not there cannot be made; empty: it can.
std::string why_unmakable(const std::string& path) {
  std::string parent = path;
  platform::FileStatus status;
  while (platform::status_of(parent, Links::k_refuse, status) != 0 && parent.size() > 1) {
    const std::size_t slash = parent.rfind('/');
    parent.resize(slash == std::string::npos ? 1 : std::max<std::size_t>(slash, 1));
  }
  const bool is_there = platform::status_of(parent, Links::k_follow, status) == 0;
  const bool is_folder = is_there && status.kind == platform::FileKind::k_folder;
  const int error = is_folder ? platform::check_writable(parent) : ENOTDIR;
  return error == 0 ? "" : io_error("make", path, error).value().message;
}

// Tells why an opened folder, which may be absent, cannot be used or only be read; empty: it can.
std::string trouble_with(const Result<std::shared_ptr<const Folder>>& folder, const Settings& settings) {
  if (!folder) return folder.error().message;
  if (!*folder) return why_unmakable(settings.folder);
  const int error = (*folder)->place().check_writable();
  return error == 0 ? "" : io_error("write in", settings.folder, error).value().message;
}

}  // namespace

std::string trouble(const Settings& settings) {
  const Result<std::shared_ptr<const Folder>> folder = open_existing(settings);
  return trouble_with(folder, settings);
}

Stats stats(const Settings& settings) {
  Stats stats;
  const Result<std::shared_ptr<const Folder>> folder = open_existing(settings);
  stats.trouble = trouble_with(folder, settings);
  if (!folder || !*folder) {
    stats.is_usable = stats.trouble.empty();
    return stats;
  }
  visit_all(**folder, [&](FoundFile&& file) {
    if (file.role == Role::k_temporary) return add(stats.temporary, file.bytes);
    if (file.role == Role::k_damaged) return add(stats.damaged, file.bytes);
    add(stats.kinds[static_cast<std::size_t>(file.kind)], file.bytes);
    add(stats.entries, file.bytes);
  });
  stats.counters = read_ledger(**folder).counters;
  return stats;
}

Result<Pruned> prune(const Settings& settings, std::uint64_t max_bytes) {
  const Result<std::shared_ptr<const Folder>> folder = open_existing(settings);
  if (!folder) return fail(folder);
  return *folder ? evict_to(**folder, max_bytes) : Pruned();
}

Result<Tally> clear(const Settings& settings) {
  const auto folder = CLC_TRY(open_existing(settings));
  if (folder ? !folder->is_tagged() : has_files(settings.folder)) {
    return fail(ErrorKind::k_io, settings.folder + " is not a cache of clc (it has no " + k_version_folder + "/" +
                                     k_tag_file + "): nothing was removed");
  }
  Tally removed;
  if (!folder) return removed;
  int error = 0;
  visit_all(*folder, [&](FoundFile&& file) {
    const int failed = folder->place().remove(file.path);
    if (failed == 0) add(removed, file.bytes);
    if (failed != 0 && failed != ENOENT) error = failed;
  });
  remove_ledger(*folder);
  (void)folder->place().remove(k_locks_file);
  remove_empty_folders(*folder);
  if (error != 0) return io_error("clear", settings.folder, error);
  return removed;
}

Result<Verified> verify(const Settings& settings) {
  const std::shared_ptr<const Folder> folder = CLC_TRY(open_existing(settings));
  Verified verified;
  if (!folder) return verified;
  visit_all(*folder, [&](FoundFile&& file) {
    if (file.role != Role::k_entry) return;
    const EntryRead read = read_closely(*folder, file);
    if (read.outcome == EntryRead::Outcome::k_absent) return;  // it was evicted in the meantime
    if (read.outcome == EntryRead::Outcome::k_found) return add(verified.sound, file.bytes);
    verified.damaged.push_back(file.path + ": " + read.problem);
    if (read.outcome == EntryRead::Outcome::k_damaged) move_away(*folder, file.kind, file.key);
  });
  if (!verified.damaged.empty()) {
    Counters counters;
    counters.damaged = verified.damaged.size();
    append_counters(*folder, counters);
  }
  return verified;
}

}  // namespace clc::cache
