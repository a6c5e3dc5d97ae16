#include "base/file_descriptor.h"

#include <algorithm>
#include <cerrno>

#include "base/platform/files.h"

namespace clc {
namespace {

constexpr std::size_t k_chunk = std::size_t{1} << 16U;

}  // namespace

FileDescriptor::~FileDescriptor() {
  if (fd_ >= 0) platform::close_file(fd_);
}

int read_all(int fd, Bytes& bytes, std::size_t limit, std::size_t expected) {
  std::size_t filled = bytes.size();
  int error = 0;
  while (filled < limit) {
    if (filled == bytes.size())
      bytes.resize(std::min(limit, filled < expected ? expected : std::max(2 * filled, k_chunk)));
    const std::ptrdiff_t count = platform::read_some(fd, bytes.data() + filled, bytes.size() - filled);
    if (count < 0) error = errno;
    if (count <= 0) break;
    filled += static_cast<std::size_t>(count);
  }
  bytes.resize(filled);
  return error;
}

int write_all(int fd, BytesView bytes) {
  return write_all(fd, {bytes});
}

}  // namespace clc
