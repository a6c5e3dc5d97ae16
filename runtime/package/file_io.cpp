#include "file_io.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "clc/package/package.h"

namespace clc {

namespace {

constexpr std::size_t k_chunk = std::size_t{1} << 16;

int open_retrying(const std::string& path, int flags, mode_t mode = 0) {
  for (;;) {
    int fd = ::open(path.c_str(), flags | O_CLOEXEC, mode);
    if (fd >= 0 || errno != EINTR) return fd;
  }
}

// Different for each call in each process, also where process numbers repeat (containers that share a disk).
std::string temporary_name() {
  static std::atomic<unsigned> counter{0};
  // std::random_device asks the processor who it is, which costs much in a virtual machine.
  std::uint32_t random = 0;
  if (::getrandom(&random, sizeof random, GRND_NONBLOCK) != sizeof random) random = 0;
  return k_temporary_prefix + std::to_string(::getpid()) + "-" + std::to_string(counter++) + "-" +
         std::to_string(random);
}

// Opens a file that did not exist, with ordinary permissions.
int create_temporary(const std::string& folder, std::string& path) {
  for (;;) {
    path = folder + "/" + temporary_name();
    int fd = open_retrying(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (fd >= 0 || errno != EEXIST) return fd;
  }
}

}  // namespace

Failure io_error(const std::string& verb, const std::string& path, int error_number) {
  return fail(ErrorKind::k_io, "cannot " + verb + " " + path + ": " + std::generic_category().message(error_number));
}

FileDescriptor::~FileDescriptor() {
  if (fd_ >= 0) ::close(fd_);
}

Result<Bytes> read_all_from(int fd, const std::string& path) {
  Bytes bytes;
  std::size_t filled = 0;
  struct stat status;
  // One byte more than the size, so that the end of an ordinary file is seen without growing.
  if (::fstat(fd, &status) == 0 && S_ISREG(status.st_mode)) bytes.resize(static_cast<std::size_t>(status.st_size) + 1);
  for (;;) {
    if (filled == bytes.size()) bytes.resize(std::max(k_chunk, 2 * bytes.size()));
    ssize_t count = ::read(fd, bytes.data() + filled, bytes.size() - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return io_error("read", path, errno);
    if (count == 0) break;
    filled += static_cast<std::size_t>(count);
  }
  bytes.resize(filled);
  return bytes;
}

Result<void> write_all_to(int fd, BytesView bytes, const std::string& path) {
  while (!bytes.empty()) {
    ssize_t count = ::write(fd, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return io_error("write", path, errno);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return {};
}

Result<Bytes> read_file(const std::string& path) {
  FileDescriptor file(open_retrying(path, O_RDONLY));
  if (!file.is_open()) return io_error("read", path, errno);
  return read_all_from(file.get(), path);
}

namespace {

Result<Bytes> read_regular(const std::string& path, std::uint64_t least, std::uint64_t most) {
  // O_NONBLOCK: a pipe that stands in the file's place must not hang the reader.
  FileDescriptor file(open_retrying(path, O_RDONLY | O_NONBLOCK));
  if (!file.is_open()) return io_error("read", path, errno);
  struct stat status;
  if (::fstat(file.get(), &status) != 0) return io_error("read", path, errno);
  if (!S_ISREG(status.st_mode)) return fail(ErrorKind::k_damaged, path + " is not an ordinary file");
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size < least || size > most) {
    return fail(ErrorKind::k_damaged, path + " has " + std::to_string(size) + " bytes, and the manifest says " +
                                          (least == most ? "" : "at most ") + std::to_string(most) +
                                          ": the package is damaged");
  }
  return read_all_from(file.get(), path);
}

}  // namespace

Result<Bytes> read_regular_file(const std::string& path, std::uint64_t size) {
  return read_regular(path, size, size);
}

Result<Bytes> read_regular_file_up_to(const std::string& path, std::uint64_t limit) {
  return read_regular(path, 0, limit);
}

Result<void> replace_file(const std::string& folder, const std::string& name, BytesView bytes) {
  const std::string path = folder + "/" + name;
  std::string temporary;
  int fd = create_temporary(folder, temporary);
  if (fd < 0) return io_error("write", path, errno);
  Result<void> written = write_all_to(fd, bytes, path);
  if (::close(fd) != 0 && written) written = io_error("write", path, errno);
  if (written && ::rename(temporary.c_str(), path.c_str()) != 0) written = io_error("write", path, errno);
  if (!written) ::unlink(temporary.c_str());
  return written;
}

Result<void> write_file_atomically(const std::string& path, BytesView bytes, Unchanged unchanged) {
  std::error_code ignored;
  std::filesystem::path target = std::filesystem::canonical(path, ignored);  // writes through a symbolic link
  if (ignored) target = path;
  auto type = std::filesystem::status(target, ignored).type();
  if (type == std::filesystem::file_type::character || type == std::filesystem::file_type::fifo) {
    // A device or a pipe is written to, never replaced.
    FileDescriptor file(open_retrying(path, O_WRONLY));
    if (!file.is_open()) return io_error("write", path, errno);
    return write_all_to(file.get(), bytes, path);
  }
  // The same bytes need no new file: where a file system flushes what replaces another, that takes longest of all.
  const bool may_be_same = type == std::filesystem::file_type::regular &&
                           std::filesystem::file_size(target, ignored) == bytes.size();
  if (may_be_same) {
    const Result<Bytes> old = read_file(path);
    const bool is_same = old && *old == bytes;
    if (is_same && unchanged == Unchanged::k_keep) return {};
    if (is_same && ::utimensat(AT_FDCWD, target.c_str(), nullptr, 0) == 0) return {};
  }
  const std::string folder = target.parent_path().string();
  return replace_file(folder.empty() ? "." : folder, target.filename().string(), bytes);
}

}  // namespace clc
