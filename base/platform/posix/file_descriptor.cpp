#include "base/file_descriptor.h"

#include <fcntl.h>
#include <sys/uio.h>

#include <cerrno>
#include <vector>

namespace clc {

int open_file(const std::string& path, int flags, unsigned mode) {
  for (;;) {
    const int fd = ::open(path.c_str(), flags | O_CLOEXEC, mode);
    if (fd >= 0 || errno != EINTR) return fd;
  }
}

int write_all(int fd, std::initializer_list<BytesView> parts) {
  std::vector<struct iovec> left;
  for (const BytesView part : parts) {
    if (!part.empty()) left.push_back({const_cast<char*>(part.data()), part.size()});
  }
  for (std::size_t first = 0; first < left.size();) {
    const ssize_t count = ::writev(fd, &left[first], static_cast<int>(left.size() - first));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    if (count == 0) return ENOSPC;
    auto written = static_cast<std::size_t>(count);
    while (first < left.size() && written >= left[first].iov_len) written -= left[first++].iov_len;
    if (first == left.size()) break;
    left[first].iov_base = static_cast<char*>(left[first].iov_base) + written;
    left[first].iov_len -= written;
  }
  return 0;
}

}  // namespace clc
