#include "base/platform/open_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "base/platform/posix/status.h"

namespace clc::platform {
namespace {

constexpr int k_folder_flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

mode_t folder_mode(Share share) {
  return share == Share::k_group ? 02770 : 0700;
}

mode_t file_mode(Share share) {
  return share == Share::k_group ? 0660 : 0600;
}

int make_folder_in(int parent, const std::string& name, Share share) {
  if (::mkdirat(parent, name.c_str(), folder_mode(share)) != 0) {
    const int error = errno;
    const bool is_there = error == EEXIST || ::faccessat(parent, name.c_str(), F_OK, 0) == 0;
    return is_there ? 0 : error;
  }
  // The umask may have taken the group's rights; a folder that stays without them serves its maker alone.
  if (share == Share::k_group) {
    [[maybe_unused]] const int changed = ::fchmodat(parent, name.c_str(), folder_mode(share), 0);
  }
  return 0;
}

}  // namespace

OpenFolder::OpenFolder(OpenFolder&& other) noexcept : handle_(std::exchange(other.handle_, -1)) {}

OpenFolder& OpenFolder::operator=(OpenFolder&& other) noexcept {
  std::swap(handle_, other.handle_);
  return *this;
}

OpenFolder::~OpenFolder() {
  if (is_open()) ::close(static_cast<int>(handle_));
}

int OpenFolder::open(const std::string& path) {
  handle_ = ::open(path.c_str(), k_folder_flags);
  return is_open() ? 0 : errno;
}

int OpenFolder::open_in(const OpenFolder& parent, const std::string& name) {
  handle_ = ::openat(static_cast<int>(parent.handle_), name.c_str(), k_folder_flags | O_NOFOLLOW);
  return is_open() ? 0 : errno;
}

int OpenFolder::status(FileStatus& status) const {
  return platform::status_of(static_cast<int>(handle_), status);
}

int OpenFolder::status_of(const std::string& name, FileStatus& status) const {
  struct stat found;
  if (::fstatat(static_cast<int>(handle_), name.c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0) return errno;
  status = status_from(found);
  return 0;
}

bool OpenFolder::has(const std::string& name) const {
  return ::faccessat(static_cast<int>(handle_), name.c_str(), F_OK, 0) == 0;
}

int OpenFolder::check_writable() const {
  return ::faccessat(static_cast<int>(handle_), ".", W_OK, AT_EACCESS) == 0 ? 0 : errno;
}

// O_NONBLOCK: a pipe that stands in the file's place must not hang the reader.
int OpenFolder::open_to_read(const std::string& name) const {
  return ::openat(static_cast<int>(handle_), name.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
}

int OpenFolder::create(const std::string& name, FileUse use, Share share) const {
  const int flags = use == FileUse::k_new ? O_WRONLY | O_EXCL : use == FileUse::k_append ? O_WRONLY | O_APPEND : O_RDWR;
  constexpr int k_always = O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  const int file = ::openat(static_cast<int>(handle_), name.c_str(), flags | k_always, file_mode(share));
  // Whatever the umask is; fails for another member's file.
  if (file >= 0 && share == Share::k_group) (void)::fchmod(file, file_mode(share));
  return file;
}

int OpenFolder::make_folder(const std::string& name, Share share) const {
  return make_folder_in(static_cast<int>(handle_), name, share);
}

int OpenFolder::rename(const std::string& from, const std::string& to) const {
  const int folder = static_cast<int>(handle_);
  return ::renameat(folder, from.c_str(), folder, to.c_str()) == 0 ? 0 : errno;
}

int OpenFolder::remove(const std::string& name) const {
  return ::unlinkat(static_cast<int>(handle_), name.c_str(), 0) == 0 ? 0 : errno;
}

int OpenFolder::remove_folder(const std::string& name) const {
  return ::unlinkat(static_cast<int>(handle_), name.c_str(), AT_REMOVEDIR) == 0 ? 0 : errno;
}

void OpenFolder::list(const std::string& name, const std::function<void(const std::string& name)>& visit) const {
  const int folder = ::openat(static_cast<int>(handle_), name.c_str(), k_folder_flags | O_NOFOLLOW);
  DIR* const listing = folder < 0 ? nullptr : ::fdopendir(folder);
  if (listing == nullptr) {
    if (folder >= 0) ::close(folder);
    return;
  }
  while (const struct dirent* item = ::readdir(listing)) visit(item->d_name);
  ::closedir(listing);
}

bool is_gone(int error) {
  return error == ENOENT || error == ESTALE;
}

int make_folders(const std::string& path) {
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    if (const int error = make_folder_in(AT_FDCWD, path.substr(0, end), Share::k_nobody); error != 0) return error;
    if (end == std::string::npos) return 0;
  }
}

void renew_time(int file) {
  (void)::futimens(file, nullptr);
}

int check_writable(const std::string& folder) {
  return ::faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) == 0 ? 0 : errno;
}

// A write beyond this limit would end the process with SIGXFSZ.
std::uint64_t largest_file() {
  struct rlimit limit;
  return ::getrlimit(RLIMIT_FSIZE, &limit) == 0 ? std::uint64_t{limit.rlim_cur} : 0;
}

}  // namespace clc::platform
