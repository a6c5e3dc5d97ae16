#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>

#include "output.h"

namespace clc::clrun {

Output::Output(bool show_others) {
  std::signal(SIGPIPE, SIG_DFL);  // nobody waits for the rest of a measurement whose reader has gone
  std::fflush(stdout);
  fd_ = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (fd_ < 0) {
    error_ = errno;
    return;
  }
  const int others = show_others ? ::dup(STDERR_FILENO) : ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (others >= 0) {
    ::dup2(others, STDOUT_FILENO);
    ::close(others);
  }
}

Output::~Output() {
  std::fflush(stdout);
  if (fd_ < 0) return;
  ::dup2(fd_, STDOUT_FILENO);
  ::close(fd_);
}

}  // namespace clc::clrun
