#include "support/source_file.h"

#include <cerrno>

#include "base/file_io.h"

namespace clc {

Result<Bytes> read_source_bytes(int fd, const std::string& name) {
  Bytes bytes;
  if (const int error = read_all(fd, bytes, k_largest_source + 1); error != 0) return io_error("read", name, error);
  if (bytes.size() <= k_largest_source) return bytes;
  return fail(ErrorKind::k_io, name + " is larger than 64 MiB, which no source may be");
}

Result<Bytes> read_source_file(const std::string& path) {
  const FileDescriptor file(platform::open_named(path));
  if (!file.is_open()) return io_error("read", path, errno);
  return read_source_bytes(file.get(), path);
}

}  // namespace clc
