#include "output.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace clc::clrun {

Output::Output(bool show_others) {
  std::fflush(stdout);
  fd_ = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (fd_ < 0) {
    failed_ = true;
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

void Output::write(const std::string& text) {
  std::size_t done = 0;
  while (done < text.size() && !failed_) {
    const ssize_t n = ::write(fd_, text.data() + done, text.size() - done);
    if (n > 0) {
      done += static_cast<std::size_t>(n);
    } else if (errno != EINTR) {
      failed_ = true;
    }
  }
}

}  // namespace clc::clrun
