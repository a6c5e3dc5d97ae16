#include "folder.h"

#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <system_error>

#include "base/file_io.h"
#include "base/ownership.h"
#include "base/platform/posix/status.h"
#include "clc/cache/admin.h"

namespace clc::cache {
namespace {

// For backup programs: https://bford.info/cachedir/
constexpr BytesView k_tag_text =
    "Signature: 8a477f597d28d172789f06886806bc55\n"
    "# The cache of clc. Everything here can be made again.\n";

constexpr mode_t k_private_folder = 0700;
constexpr mode_t k_private_file = 0600;
constexpr mode_t k_shared_folder = 02770;
constexpr mode_t k_shared_file = 0660;

// True for a folder that was given to the group: `install -d -m 2770 -g GROUP FOLDER`.
bool is_folder_of(gid_t group, const struct stat& status) {
  const mode_t wanted = S_ISGID | S_IWGRP;
  return status.st_gid == group && (status.st_mode & (wanted | S_IWOTH)) == wanted;
}

// Returns 0 when the folder is there afterwards, or an errno.
int make_folder_in(int parent, const std::string& name, bool is_shared) {
  const mode_t mode = is_shared ? k_shared_folder : k_private_folder;
  if (::mkdirat(parent, name.c_str(), mode) != 0) {
    const int error = errno;
    const bool is_there = error == EEXIST || ::faccessat(parent, name.c_str(), F_OK, 0) == 0;
    return is_there ? 0 : error;
  }
  // The umask may have taken the group's rights; a folder that stays without them serves its maker alone.
  [[maybe_unused]] const int changed = is_shared ? ::fchmodat(parent, name.c_str(), mode, 0) : 0;
  return 0;
}

int make_folder_and_parents(const std::string& path) {
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    if (const int error = make_folder_in(AT_FDCWD, path.substr(0, end), false); error != 0) return error;
    if (end == std::string::npos) return 0;
  }
}

platform::Owner owner_of(const struct stat& status) {
  return *platform::status_from(status).owner;
}

Failure distrust(const std::string& path, const struct stat& status) {
  return fail(ErrorKind::k_io, "the cache " + path + " is not used: " + describe_owner(owner_of(status)) +
                                   ", so others could change what is in it; a group's cache wants CLC_CACHE_GROUP, see "
                                   "docs/cache.md");
}

Failure no_group_folder(const std::string& path, gid_t group, const std::string& why) {
  const std::string name = std::to_string(group);
  return fail(ErrorKind::k_io, "the cache " + path + " is not used: CLC_CACHE_GROUP names the group " + name +
                                   ", and the folder " + why + "; make it with: install -d -m 2770 -g " + name + " " +
                                   path);
}

}  // namespace

Result<std::shared_ptr<const Folder>> Folder::open(const Settings& settings, bool make) {
  constexpr int k_flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
  const std::string& path = settings.folder;
  const bool is_shared = settings.group.has_value();
  if (make && !is_shared) {
    if (const int error = make_folder_and_parents(path); error != 0) return io_error("make", path, error);
  }
  const FileDescriptor root(::open(path.c_str(), k_flags));
  if (!root.is_open() && errno == ENOENT && !make) return nullptr;
  if (!root.is_open() && errno == ENOENT && is_shared) return no_group_folder(path, *settings.group, "is not there");
  if (!root.is_open()) return io_error("open", path, errno);
  struct stat status;
  if (::fstat(root.get(), &status) != 0) return io_error("open", path, errno);
  if (!belongs_to_us_or_root(owner_of(status))) return distrust(path, status);
  if (is_shared && !is_folder_of(*settings.group, status))
    return no_group_folder(path, *settings.group, "is not that group's alone");

  const std::string version_path = path + "/" + k_version_folder;
  if (make) {
    if (const int error = make_folder_in(root.get(), k_version_folder, is_shared); error != 0)
      return io_error("make", version_path, error);
  }
  const int version = ::openat(root.get(), k_version_folder, k_flags | O_NOFOLLOW);
  if (version < 0 && errno == ENOENT && !make) return nullptr;
  if (version < 0) return io_error("open", version_path, errno);
  std::shared_ptr<const Folder> folder(new Folder(version, settings.group));
  if (::fstat(version, &status) != 0) return io_error("open", version_path, errno);
  if (!folder->trusts(status)) return distrust(version_path, status);
  return folder;
}

bool Folder::trusts(const struct stat& status) const {
  return group_ ? status.st_gid == *group_ && (status.st_mode & S_IWOTH) == 0 : only_we_can_write(owner_of(status));
}

int Folder::create(const std::string& name, int flags) const {
  const mode_t mode = group_ ? k_shared_file : k_private_file;
  const int file = ::openat(fd(), name.c_str(), flags | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, mode);
  if (file >= 0 && group_) (void)::fchmod(file, mode);  // whatever the umask is; fails for another member's file
  return file;
}

int Folder::make_folder(const std::string& name) const {
  return make_folder_in(fd(), name, group_.has_value());
}

void Folder::tag() const {
  if (is_tagged()) return;
  const FileDescriptor file(create(k_tag_file, O_WRONLY));
  if (file.is_open()) (void)write_all(file.get(), k_tag_text);
}

bool Folder::is_tagged() const {
  return ::faccessat(fd(), k_tag_file, F_OK, 0) == 0;
}

std::int64_t now() {
  struct timespec time{};
  ::clock_gettime(CLOCK_REALTIME, &time);
  return std::int64_t{time.tv_sec} * k_second + time.tv_nsec;
}

std::int64_t changed_at(const struct stat& status) {
  const std::int64_t seconds = std::clamp(std::int64_t{status.st_mtim.tv_sec}, std::int64_t{0}, k_latest / k_second);
  return std::min(seconds * k_second + status.st_mtim.tv_nsec, k_latest);
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
  std::uint64_t random = 0;
  if (::getrandom(&random, sizeof random, GRND_NONBLOCK) != sizeof random) random = static_cast<std::uint64_t>(now());
  return folder + "/" + std::string(k_temporary_start) + std::to_string(::getpid()) + "-" + std::to_string(random);
}

std::string exposure(const Settings& settings) {
  if (!settings.is_enabled || settings.folder.empty()) return "";
  const mode_t others = settings.group ? S_IWOTH : S_IWOTH | S_IWGRP;
  std::string found;
  for (const std::string& path : {settings.folder, settings.folder + "/" + k_version_folder}) {
    struct stat status;
    const bool is_folder = ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
    if (!is_folder || !belongs_to_us_or_root(owner_of(status))) continue;
    // In a folder like /tmp others cannot replace what is ours.
    const bool is_sticky = (status.st_mode & S_ISVTX) != 0 && path == settings.folder;
    if ((status.st_mode & others) != 0 && !is_sticky) found += " " + path;
  }
  if (found.empty()) return "";
  return "others can write to the cache in " + settings.folder + "; take that right from them: chmod " +
         (settings.group ? "o-w" : "go-w") + found;
}

}  // namespace clc::cache
