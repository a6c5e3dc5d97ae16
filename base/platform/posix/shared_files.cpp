#include "base/platform/shared_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/file_descriptor.h"

namespace clc::platform {
namespace {

struct flock range_of(short type, std::uint64_t at) {
  struct flock range{};
  range.l_type = type;
  range.l_whence = SEEK_SET;
  range.l_start = static_cast<off_t>(at);
  range.l_len = 1;
  return range;
}

}  // namespace

std::uint64_t file_number(const std::string& path) {
  struct stat status;
  return ::stat(path.c_str(), &status) == 0 ? status.st_ino : 0;
}

int open_to_append(const std::string& path) {
  return open_file(path, O_WRONLY | O_APPEND | O_CREAT | O_NOCTTY, 0600);
}

int open_to_change(const std::string& path, Make make) {
  const int flags = O_RDWR | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK;
  return make == Make::k_if_absent ? open_file(path, flags | O_CREAT, 0600) : open_file(path, flags);
}

int overwrite(int file, BytesView bytes) {
  if (::lseek(file, 0, SEEK_SET) < 0) return errno;
  if (const int error = write_all(file, bytes); error != 0) return error;
  return ::ftruncate(file, static_cast<off_t>(bytes.size())) == 0 ? 0 : errno;
}

bool lock_byte(int file, std::uint64_t at, ByteLock lock) {
  constexpr short k_types[] = {F_UNLCK, F_RDLCK, F_WRLCK};
  struct flock range = range_of(k_types[static_cast<int>(lock)], at);
  return ::fcntl(file, F_OFD_SETLK, &range) == 0 || (errno != EAGAIN && errno != EACCES);
}

bool is_locked(int file, std::uint64_t at) {
  struct flock range = range_of(F_WRLCK, at);
  return ::fcntl(file, F_OFD_GETLK, &range) == 0 && range.l_type != F_UNLCK;
}

}  // namespace clc::platform
