#include "clc/internal/file_io.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <limits>
#include <system_error>

#include "clc/internal/file_descriptor.h"

namespace clc {

namespace {

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
    int fd = open_file(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (fd >= 0 || errno != EEXIST) return fd;
  }
}

}  // namespace

Failure io_error(const std::string& verb, const std::string& path, int error_number) {
  return fail(ErrorKind::k_io, "cannot " + verb + " " + path + ": " + std::generic_category().message(error_number));
}

Result<Bytes> read_from(int fd, const std::string& path) {
  struct stat status;
  const bool is_file = ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
  // One byte more than the size, so that the end of an ordinary file is seen without growing.
  const std::size_t expected = is_file ? static_cast<std::size_t>(status.st_size) + 1 : 0;
  Bytes bytes;
  const int error = read_all(fd, bytes, std::numeric_limits<std::size_t>::max(), expected);
  if (error != 0) return io_error("read", path, error);
  return bytes;
}

Result<void> write_to(int fd, BytesView bytes, const std::string& path) {
  const int error = write_all(fd, bytes);
  if (error != 0) return io_error("write", path, error);
  return {};
}

namespace {

Result<Bytes> read_regular(const std::string& path, std::uint64_t least, std::uint64_t most) {
  // O_NONBLOCK: a pipe that stands in the file's place must not hang the reader.
  FileDescriptor file(open_file(path, O_RDONLY | O_NONBLOCK));
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
  return read_from(file.get(), path);
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
  Result<void> written = write_to(fd, bytes, path);
  if (::close(fd) != 0 && written) written = io_error("write", path, errno);
  if (written && ::rename(temporary.c_str(), path.c_str()) != 0) written = io_error("write", path, errno);
  if (!written) ::unlink(temporary.c_str());
  return written;
}

}  // namespace clc
