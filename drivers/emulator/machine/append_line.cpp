#include "machine/append_line.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace clc::emulator {

void append_line(const std::string& path, const std::string& line) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);  // NOLINT: varargs by POSIX
  const std::string text = line + "\n";
  if (file < 0 || write(file, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    std::fprintf(stderr, "emulator: cannot write to %s: %s\n", path.c_str(), std::strerror(errno));
  if (file >= 0) close(file);
}

}  // namespace clc::emulator
