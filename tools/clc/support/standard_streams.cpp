#include "support/standard_streams.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace clc {

Result<void> print(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDOUT_FILENO, text.data(), text.size());
    if (written > 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      return fail(ErrorKind::k_io, std::string("cannot write to standard output: ") + std::strerror(errno));
    }
  }
  return {};
}

}  // namespace clc
