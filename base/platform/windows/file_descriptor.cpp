#include "base/file_descriptor.h"

#include <fcntl.h>
#include <io.h>

#include <algorithm>
#include <cerrno>

#include "base/platform/windows/system.h"

namespace clc {

int open_file(const std::string& path, int flags, unsigned mode) {
  return ::_wopen(platform::to_wide(path).c_str(), flags | _O_BINARY | _O_NOINHERIT, mode);
}

int write_all(int fd, std::initializer_list<BytesView> parts) {
  constexpr std::size_t k_most = std::size_t{1} << 30U;
  for (BytesView part : parts) {
    while (!part.empty()) {
      const int count = ::_write(fd, part.data(), static_cast<unsigned>(std::min(part.size(), k_most)));
      if (count < 0) return errno;
      if (count == 0) return ENOSPC;
      part.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  return 0;
}

}  // namespace clc
