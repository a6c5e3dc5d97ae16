#include <fcntl.h>
#include <io.h>

#include <cerrno>
#include <cstdio>

#include "output.h"

namespace clc::clrun {

Output::Output(bool show_others) {
  std::fflush(stdout);
  fd_ = ::_dup(1);
  if (fd_ < 0 || ::_setmode(fd_, _O_BINARY) < 0) {
    error_ = errno;
    return;
  }
  const int others = show_others ? ::_dup(2) : ::_open("NUL", _O_WRONLY);
  if (others >= 0) {
    ::_dup2(others, 1);
    ::_close(others);
  }
}

Output::~Output() {
  std::fflush(stdout);
  if (fd_ < 0) return;
  ::_dup2(fd_, 1);
  ::_close(fd_);
}

}  // namespace clc::clrun
