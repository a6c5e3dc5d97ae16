#include "base/platform/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <limits>

#include "base/file_descriptor.h"
#include "base/platform/posix/status.h"

namespace clc::platform {
namespace {

// A file may have any time, also one that nanoseconds cannot tell: that is the nearest that they can.
std::int64_t nanoseconds(const struct timespec& time) {
  constexpr std::int64_t k_a_second = 1'000'000'000;
  constexpr std::int64_t k_most_seconds = std::numeric_limits<std::int64_t>::max() / k_a_second - 1;
  return std::clamp<std::int64_t>(time.tv_sec, -k_most_seconds, k_most_seconds) * k_a_second + time.tv_nsec;
}

FileKind kind_of(mode_t mode) {
  if (S_ISREG(mode)) return FileKind::k_regular;
  if (S_ISDIR(mode)) return FileKind::k_folder;
  return S_ISLNK(mode) ? FileKind::k_link : FileKind::k_other;
}

// linkat with AT_EMPTY_PATH would need a capability.
std::string name_of_open(int file) {
  return "/proc/self/fd/" + std::to_string(file);
}

}  // namespace

FileStatus status_from(const struct stat& status) {
  return {kind_of(status.st_mode), static_cast<std::uint64_t>(status.st_size), nanoseconds(status.st_mtim),
          nanoseconds(status.st_ctim), Owner{status.st_uid, status.st_mode & 07777U, status.st_gid}};
}

std::uint32_t our_user() {
  return ::geteuid();
}

int status_of(int file, FileStatus& status) {
  struct stat found;
  if (::fstat(file, &found) != 0) return errno;
  status = status_from(found);
  return 0;
}

int status_of(const std::string& path, Links links, FileStatus& status) {
  struct stat found;
  const int failed = links == Links::k_refuse ? ::lstat(path.c_str(), &found) : ::stat(path.c_str(), &found);
  if (failed != 0) return errno;
  status = status_from(found);
  return 0;
}

int find(const std::string& path) {
  return ::access(path.c_str(), F_OK) == 0 ? 0 : errno;
}

// A folder can be "executable", too.
bool is_program(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

void list_names(const std::string& folder, const std::function<void(const char* name)>& visit) {
  DIR* opened = ::opendir(folder.c_str());
  if (opened == nullptr) return;
  while (const struct dirent* entry = ::readdir(opened)) visit(entry->d_name);
  ::closedir(opened);
}

int open_to_read(const std::string& path, Links links) {
  return open_file(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | (links == Links::k_refuse ? O_NOFOLLOW : 0));
}

int open_named(const std::string& path) {
  return open_file(path, O_RDONLY | O_NOCTTY);
}

int open_device(const std::string& path) {
  return open_file(path, O_WRONLY);
}

int create_file(const std::string& path) {
  return open_file(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
}

int create_unnamed([[maybe_unused]] const std::string& folder) {
#ifdef O_TMPFILE
  const int file = open_file(folder, O_WRONLY | O_TMPFILE, 0666);
  if (file >= 0 && ::access(name_of_open(file).c_str(), F_OK) == 0) return file;
  if (file >= 0) ::close(file);
#endif
  errno = ENOTSUP;
  return -1;
}

int take_permissions(int file, const std::string& from) {
  struct stat status{};
  if (::lstat(from.c_str(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_uid != ::geteuid()) return 0;
  return ::fchmod(file, status.st_mode & 0777) == 0 ? 0 : errno;
}

int give_name(int file, const std::string& path) {
  return ::linkat(AT_FDCWD, name_of_open(file).c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0 ? 0 : errno;
}

void close_file(int file) {
  ::close(file);
}

int standard_input() {
  return STDIN_FILENO;
}

int standard_output() {
  return STDOUT_FILENO;
}

std::ptrdiff_t read_some(int file, char* into, std::size_t size) {
  for (;;) {
    const ssize_t count = ::read(file, into, size);
    if (count >= 0 || errno != EINTR) return count;
  }
}

int close_written(int file) {
  return ::close(file) == 0 ? 0 : errno;
}

int replace(const std::string& from, const std::string& to) {
  return ::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

int remove_file(const std::string& path) {
  return ::unlink(path.c_str()) == 0 ? 0 : errno;
}

int remove_folder(const std::string& path) {
  return ::rmdir(path.c_str()) == 0 ? 0 : errno;
}

int touch(const std::string& path) {
  return ::utimensat(AT_FDCWD, path.c_str(), nullptr, 0) == 0 ? 0 : errno;
}

int make_old(const std::string& path) {
  constexpr struct timespec k_in_1980 = {315532800, 0};  // make takes a time near zero for none
  const struct timespec times[] = {k_in_1980, k_in_1980};
  return ::utimensat(AT_FDCWD, path.c_str(), times, 0) == 0 ? 0 : errno;
}

int flush(int file) {
  while (::fsync(file) != 0) {
    if (errno != EINTR) return errno;
  }
  return 0;
}

int flush_file(const std::string& path) {
  const FileDescriptor file(open_file(path, O_RDONLY));
  return file.is_open() ? flush(file.get()) : errno;
}

int flush_folder(const std::string& path) {
  const FileDescriptor folder(open_file(path, O_RDONLY | O_DIRECTORY));
  if (!folder.is_open()) return errno;
  const int error = flush(folder.get());
  return error == EINVAL ? 0 : error;
}

FolderLock::FolderLock(const std::string& folder)
    : handle_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)), error_(handle_ < 0 ? errno : 0) {
  while (error_ == 0 && ::flock(static_cast<int>(handle_), LOCK_EX) != 0 && errno == EINTR) {
  }
}

FolderLock::~FolderLock() {
  if (handle_ >= 0) ::close(static_cast<int>(handle_));
}

}  // namespace clc::platform
