#include "folder.h"

#include <algorithm>
#include <cerrno>
#include <chrono>

#include "base/file_io.h"
#include "base/ownership.h"
#include "base/platform/process.h"
#include "clc/cache/admin.h"

namespace clc::cache {
namespace {

// For backup programs: https://bford.info/cachedir/
constexpr BytesView k_tag_text =
    "Signature: 8a477f597d28d172789f06886806bc55\n"
    "# The cache of clc. Everything here can be made again.\n";

// Permissions of POSIX: to write, of a group and of all others, and that what is made belongs to the folder's group.
constexpr std::uint32_t k_group_writes = 0020, k_others_write = 0002, k_keeps_group = 02000, k_is_sticky = 01000;

// True for a folder that was given to the group: `install -d -m 2770 -g GROUP FOLDER`.
bool is_folder_of(std::uint32_t group, const platform::FileStatus& status) {
  constexpr std::uint32_t k_wanted = k_keeps_group | k_group_writes;
  return status.owner && status.owner->group == group && (status.owner->mode & (k_wanted | k_others_write)) == k_wanted;
}

Failure distrust(const std::string& path, const platform::Owner& owner) {
  return fail(ErrorKind::k_io, "the cache " + path + " is not used: " + describe_owner(owner) +
                                   ", so others could change what is in it; a group's cache wants CLC_CACHE_GROUP, see "
                                   "docs/cache.md");
}

Failure no_group_folder(const std::string& path, std::uint32_t group, const std::string& why) {
  const std::string name = std::to_string(group);
  return fail(ErrorKind::k_io, "the cache " + path + " is not used: CLC_CACHE_GROUP names the group " + name +
                                   ", and the folder " + why + "; make it with: install -d -m 2770 -g " + name + " " +
                                   path);
}

}  // namespace

Result<std::shared_ptr<const Folder>> Folder::open(const Settings& settings, bool make) {
  const std::string& path = settings.folder;
  const bool is_shared = settings.group.has_value();
  if (make && !is_shared) {
    if (const int error = platform::make_folders(path); error != 0) return io_error("make", path, error);
  }
  platform::OpenFolder root;
  int error = root.open(path);
  if (error == ENOENT && !make) return nullptr;
  if (error == ENOENT && is_shared) return no_group_folder(path, *settings.group, "is not there");
  platform::FileStatus status;
  if (error == 0) error = root.status(status);
  if (error != 0) return io_error("open", path, error);
  if (status.owner && !belongs_to_us_or_root(*status.owner)) return distrust(path, *status.owner);
  if (is_shared && !is_folder_of(*settings.group, status))
    return no_group_folder(path, *settings.group, "is not that group's alone");

  const std::string version_path = path + "/" + k_version_folder;
  if (make) {
    error = root.make_folder(k_version_folder, is_shared ? platform::Share::k_group : platform::Share::k_nobody);
    if (error != 0) return io_error("make", version_path, error);
  }
  platform::OpenFolder version;
  error = version.open_in(root, k_version_folder);
  if (error == ENOENT && !make) return nullptr;
  if (error == 0) error = version.status(status);
  if (error != 0) return io_error("open", version_path, error);
  std::shared_ptr<const Folder> folder(new Folder(std::move(version), settings.group));
  if (!folder->trusts(status)) return distrust(version_path, *status.owner);
  return folder;
}

bool Folder::trusts(const platform::FileStatus& status) const {
  if (!status.owner) return true;
  return group_ ? status.owner->group == *group_ && (status.owner->mode & k_others_write) == 0
                : only_we_can_write(*status.owner);
}

int Folder::make_folder(const std::string& name) const {
  return version_.make_folder(name, share());
}

void Folder::tag() const {
  if (is_tagged()) return;
  const FileDescriptor file(create(k_tag_file, platform::FileUse::k_change));
  if (file.is_open()) (void)write_all(file.get(), k_tag_text);
}

bool Folder::is_tagged() const {
  return version_.has(k_tag_file);
}

std::int64_t now() {
  const auto time = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
}

std::int64_t changed_at(const platform::FileStatus& status) {
  return std::clamp(status.written, std::int64_t{0}, k_latest);
}

std::string fan_out(const std::string& key) {
  return key.substr(0, 2);
}

std::string entry_path(EntryKind kind, const std::string& key) {
  return fan_out(key) + "/" + key.substr(2) + "." + kind_name(kind);
}

std::string damaged_path(EntryKind kind, const std::string& key) {
  return std::string(k_damaged_folder) + "/" + key + "." + kind_name(kind);
}

std::string temporary_path(const std::string& folder) {
  // Processes on hosts that share the folder can have the same number: the random part keeps them apart.
  std::uint64_t random = std::uint64_t{platform::random_number()} << 32U | platform::random_number();
  if (random == 0) random = static_cast<std::uint64_t>(now());
  return folder + "/" + std::string(k_temporary_start) + std::to_string(platform::process_id()) + "-" +
         std::to_string(random);
}

std::string exposure(const Settings& settings) {
  if (!settings.is_enabled || settings.folder.empty()) return "";
  const std::uint32_t others = settings.group ? k_others_write : k_others_write | k_group_writes;
  std::string found;
  for (const std::string& path : {settings.folder, settings.folder + "/" + k_version_folder}) {
    platform::FileStatus status;
    const bool is_there = platform::status_of(path, Links::k_follow, status) == 0;
    const bool is_folder = is_there && status.kind == platform::FileKind::k_folder;
    if (!is_folder || !status.owner || !belongs_to_us_or_root(*status.owner)) continue;
    // In a folder like /tmp others cannot replace what is ours.
    const bool is_sticky = (status.owner->mode & k_is_sticky) != 0 && path == settings.folder;
    if ((status.owner->mode & others) != 0 && !is_sticky) found += " " + path;
  }
  if (found.empty()) return "";
  return "others can write to the cache in " + settings.folder + "; take that right from them: chmod " +
         (settings.group ? "o-w" : "go-w") + found;
}

}  // namespace clc::cache
